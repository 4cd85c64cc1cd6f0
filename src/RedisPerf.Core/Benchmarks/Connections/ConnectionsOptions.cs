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

    [Display(Name = "connections; of several nodes, those of each", ShortName = "connections", Order = -1)]
    [Range(1, MaxConnections)]
    [DefaultValues(1, 2, 4, 8, 16)]
    [InTitle("connections")]
    public int Connections { get; init; } = 1;

    [Display(Name = "commands in flight over all connections", ShortName = "commands in flight", Order = -1)]
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

    [Display(Name = "reads of mixed, % of the operations", ShortName = "percentage of reads"), Advanced]
    [Range(0, 100)]
    public int ReadShare { get; init; } = 80;

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
        : Connections > CommandsInFlight / nodes
        ? (OptionsSchema.NameOf(nameof(Connections)), string.Create(CultureInfo.InvariantCulture,
            $"must be at most commandsInFlight ÷ loadFrom ({CommandsInFlight / nodes:N0}), "
                + $"so that each connection of each node has a command, not {Connections:N0}."))
        : null;

    void ISharedLoad.Merge(JointFigures figures) => ConnectionsColumns.Merge(figures);

    public override IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. Connections > CommandsInFlight
            ? [new ValidationResult(string.Create(
                CultureInfo.InvariantCulture,
                $"must be at most {OptionsSchema.Mention(nameof(CommandsInFlight))} ({CommandsInFlight:N0}), "
                    + $"so that each connection has a command, not {Connections:N0}."),
                [nameof(Connections)])]
            : Array.Empty<ValidationResult>(),
        .. base.Validate(validationContext),
    ];

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
