using System.ComponentModel.DataAnnotations;
using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Connections;

/// <summary>The options of <c>connections</c>. All bounds are declared here.</summary>
public sealed record ConnectionsOptions : KeyValueOptions, ISharedLoad
{
    internal const int MaxConnections = 256;

    /// <summary>Limits the bytes in flight, and so the memory of this process.</summary>
    private const int MaxBytesInFlight = 64 << 20;

    [Display(Name = "connections; of several nodes, those of each", Order = -1)]
    public string Connections { get; init; } = "1, 2, 4, 8, 16";

    [Display(Name = "commands in flight over all connections", Order = -1)]
    [Range(1, 10_000)]
    [InTitle("in flight")]
    public int CommandsInFlight { get; init; } = 64;

    /// <summary>Enough for p99.9.</summary>
    [Display(Name = "operations of a run")]
    [Range(1, 10_000_000)]
    public int Items { get; init; } = 50_000;

    [Display(Name = "keys")]
    [Range(1, 100_000)]
    public int Keys { get; init; } = 10_000;

    [Display(Name = "reads of mixed, % of the operations"), Advanced]
    [Range(0, 100)]
    public int ReadShare { get; init; } = 80;

    /// <summary>The sweep, ascending.</summary>
    [InTitle("connections")]
    internal IReadOnlyList<int> Points => PointList.Read(Connections, 1, MaxConnections, out _);

    /// <summary>The options of one of several nodes. Each node has all connections.</summary>
    internal ConnectionsOptions PartOf(WorkShare share) => this with
    {
        Items = share.PartOf(Items),
        Keys = share.PartOf(Keys),
        CommandsInFlight = share.PartOf(CommandsInFlight),
        Seed = share.SeedOf(Seed),
    };

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Items < nodes
            ? (OptionsSchema.NameOf(nameof(Items)), string.Create(
                CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the operations, not {Items:N0}."))
        : Keys < nodes
        ? (OptionsSchema.NameOf(nameof(Keys)), string.Create(
            CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because each node has its own keys, not {Keys:N0}."))
        : Points[^1] > CommandsInFlight / nodes
        ? (OptionsSchema.NameOf(nameof(Connections)), string.Create(CultureInfo.InvariantCulture,
            $"must be at most commandsInFlight ÷ loadFrom ({CommandsInFlight / nodes:N0}), "
                + $"so that each connection of each node has a command, not {Points[^1]:N0}."))
        : null;

    void ISharedLoad.Merge(JointFigures figures) => ConnectionsColumns.Merge(figures);

    public override IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        var points = PointList.Read(Connections, 1, MaxConnections, out var wrong);
        if (wrong is null && points[^1] > CommandsInFlight)
        {
            wrong = string.Create(
                CultureInfo.InvariantCulture,
                $"must be at most commandsInFlight ({CommandsInFlight:N0}), so that each connection has a command, not {points[^1]:N0}.");
        }

        return [.. wrong is null ? Array.Empty<ValidationResult>() : [new(wrong, [nameof(Connections)])], .. base.Validate(validationContext)];
    }

    internal override IEnumerable<(string Property, string Predicate)> FindTooLarge(ValueSizes sizes)
    {
        if (sizes.TooManyLargest(CommandsInFlight, MaxBytesInFlight, "64 MB in flight") is { } inFlight)
        {
            yield return (nameof(CommandsInFlight), inFlight);
        }

        if (sizes.TooManyKeys(Keys) is { } keys)
        {
            yield return (nameof(Keys), keys);
        }
    }
}
