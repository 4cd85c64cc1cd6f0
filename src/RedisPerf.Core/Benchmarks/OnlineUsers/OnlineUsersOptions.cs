using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The options of <c>online-users</c>. All bounds are declared here.</summary>
public sealed record OnlineUsersOptions : IValidatableObject, ISharedLoad
{
    private const int MaximumUsers = 100_000_000;

    [Display(Name = "store users one by one, in batches, or as one large stress run", ShortName = "way to store users")]
    [InTitle]
    public StoreMode Mode { get; init; } = StoreMode.Batches;

    [Display(Name = "numbers of users (not for stress)", ShortName = "users")]
    [Range(1, MaximumUsers)]
    [DefaultValues(10_000, 100_000, 1_000_000)]
    public int Users { get; init; } = 10_000;

    /// <summary>A bitmap's command has four arguments per user, and Dragonfly accepts 65,536 arguments.</summary>
    [Display(Name = "users in one command (not for sequence)", ShortName = "users in one command")]
    [Range(1, 16_000)]
    public int BatchSize { get; init; } = 1_000;

    [Display(Name = "batches in a stress run")]
    [Range(1, 10_000)]
    public int Batches { get; init; } = 1_000;

    /// <summary>One, as in the article: 1,800 users per half hour.</summary>
    [Display(Name = "users seen per second"), Advanced]
    [Range(1, 1_000_000)]
    public int UsersPerSecond { get; init; } = 1;

    [Display(Name = "maximum bytes in flight"), Advanced]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "seed of the order of users"), Advanced]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    /// <summary>Number of users of a run.</summary>
    [JsonIgnore]
    [InTitle("users")]
    public int Total => Mode == StoreMode.Stress ? Batches * BatchSize : Users;

    /// <summary>Number of users in one command.</summary>
    [JsonIgnore]
    public int UsersPerCommand => Mode == StoreMode.Sequence ? 1 : BatchSize;

    public (string Option, string Predicate)? FindObstacle(int nodes) => Total >= nodes
        ? null
        : (
            OptionsSchema.NameOf(Mode == StoreMode.Stress ? nameof(Batches) : nameof(Users)),
            string.Create(
                CultureInfo.InvariantCulture, $"must give at least loadFrom ({nodes}) users, because the nodes share them, not {Total:N0}."));

    void ISharedLoad.Merge(JointFigures figures) => figures.Sum(OnlineUsersColumns.UsedMemory);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Mode == StoreMode.Stress && (long)Batches * BatchSize > MaximumUsers)
        {
            yield return new(
                string.Create(CultureInfo.InvariantCulture, $"× {OptionsSchema.Mention(nameof(BatchSize))} "
                    + $"must be at most {MaximumUsers:N0} users. With {BatchSize:N0} users each, "
                    + $"the maximum is {MaximumUsers / BatchSize:N0} batches."),
                [nameof(Batches)]);
        }
    }
}
