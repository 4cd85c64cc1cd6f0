using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The parameters of <c>online-users</c>. Every bound is declared here and nowhere else.</summary>
public sealed record OnlineUsersOptions : IValidatableObject
{
    private const int MaximumUsers = 100_000_000;

    [Display(Name = "one by one, in batches, or one large size")]
    public StoreMode Mode { get; init; } = StoreMode.Batches;

    [Display(Name = "numbers of users, but for stress")]
    public string Users { get; init; } = PointList.Text([10_000, 100_000, 1_000_000]);

    /// <summary>A bitmap's command has four words for each user, and Dragonfly takes 65 536 words.</summary>
    [Display(Name = "users in one command, but for sequence")]
    [Range(1, 16_000)]
    public int BatchSize { get; init; } = 1_000;

    [Display(Name = "batches of a stress run")]
    [Range(1, 10_000)]
    public int Batches { get; init; } = 1_000;

    /// <summary>One, as in the article: 1 800 users to each half hour.</summary>
    [Display(Name = "users seen in one second", GroupName = "more")]
    [Range(1, 1_000_000)]
    public int UsersPerSecond { get; init; } = 1;

    [Display(Name = "sent and not yet answered, at most", GroupName = "more")]
    [Range(64 << 10, 256 << 20)]
    [Unit("bytes")]
    public int WindowBytes { get; init; } = 4 << 20;

    [Display(Name = "rotates the order of the users", GroupName = "more")]
    [Range(0, int.MaxValue)]
    public int Seed { get; init; } = 1;

    /// <summary>The numbers of users, ascending; one alone in a stress run.</summary>
    [JsonIgnore]
    public IReadOnlyList<int> Points => Mode == StoreMode.Stress ? [Batches * BatchSize] : PointList.Read(Users, 1, MaximumUsers, out _);

    /// <summary>Users of one command.</summary>
    [JsonIgnore]
    public int UsersPerCommand => Mode == StoreMode.Sequence ? 1 : BatchSize;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        _ = PointList.Read(Users, 1, MaximumUsers, out var wrong);
        if (wrong is not null)
        {
            yield return new($"users {wrong}", [nameof(Users)]);
        }

        if (Mode == StoreMode.Stress && (long)Batches * BatchSize > MaximumUsers)
        {
            yield return new(
                string.Create(CultureInfo.InvariantCulture, $"batches × batchSize must be at most {MaximumUsers:N0} users; with {BatchSize:N0} users each, up to {MaximumUsers / BatchSize:N0} batches fit."),
                [nameof(Batches)]);
        }
    }
}
