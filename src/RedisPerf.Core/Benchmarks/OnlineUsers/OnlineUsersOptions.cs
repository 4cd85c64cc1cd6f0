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

    [Display(Name = "store users one by one, in batches, or as one large stress run")]
    [InTitle]
    public StoreMode Mode { get; init; } = StoreMode.Batches;

    [Display(Name = "numbers of users (not for stress)")]
    public string Users { get; init; } = PointList.Text([10_000, 100_000, 1_000_000]);

    /// <summary>A bitmap's command has four arguments per user, and Dragonfly accepts 65,536 arguments.</summary>
    [Display(Name = "users in one command (not for sequence)")]
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

    /// <summary>The numbers of users, ascending; a stress run has only one.</summary>
    [JsonIgnore]
    [InTitle("users")]
    public IReadOnlyList<int> Points => Mode == StoreMode.Stress ? [Batches * BatchSize] : PointList.Read(Users, 1, MaximumUsers, out _);

    /// <summary>Number of users in one command.</summary>
    [JsonIgnore]
    public int UsersPerCommand => Mode == StoreMode.Sequence ? 1 : BatchSize;

    public (string Option, string Predicate)? FindObstacle(int nodes) => Points[0] >= nodes
        ? null
        : (
            OptionsSchema.NameOf(Mode == StoreMode.Stress ? nameof(Batches) : nameof(Users)),
            string.Create(
                CultureInfo.InvariantCulture, $"must give at least loadFrom ({nodes}) users, because the nodes share them, not {Points[0]:N0}."));

    void ISharedLoad.Merge(JointFigures figures) => figures.Sum(OnlineUsersColumns.UsedMemory);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        _ = PointList.Read(Users, 1, MaximumUsers, out var wrong);
        if (wrong is not null)
        {
            yield return new(wrong, [nameof(Users)]);
        }

        if (Mode == StoreMode.Stress && (long)Batches * BatchSize > MaximumUsers)
        {
            yield return new(
                string.Create(CultureInfo.InvariantCulture, $"× batchSize must be at most {MaximumUsers:N0} users. With {BatchSize:N0} "
                    + $"users each, the maximum is {MaximumUsers / BatchSize:N0} batches."),
                [nameof(Batches)]);
        }
    }
}
