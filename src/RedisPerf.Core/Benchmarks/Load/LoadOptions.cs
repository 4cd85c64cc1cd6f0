using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>The options of <c>load</c>. All bounds are declared here.</summary>
public sealed record LoadOptions : KeyValueOptions, ISharedLoad
{
    /// <summary>The option of the operations per second.</summary>
    internal const string Rates = "rates";

    /// <summary>The option of the objective.</summary>
    internal const string Objectives = "slo";

    private const int MaxRate = 1_000_000;

    /// <summary>A probe at a low rate takes at most this factor of <see cref="SecondsPerRun"/>, to have enough operations for a percentile.</summary>
    private const int MaxLonger = 10;

    /// <summary>Limits the duration of the preparation and of the verification of a run.</summary>
    private const int MaxOperations = 10_000_000;

    /// <summary>A disturbed run has the latency of each operation, and reads back each write.</summary>
    private const int MaxDisturbedOperations = 2_000_000;

    /// <summary>The longest time from the asked second to the disturbance, and the least time of a run after it.</summary>
    private const double DisturbedSeconds = 2;

    [Display(Name = "operations per second", ShortName = "operations/s", Order = -1)]
    [JsonPropertyName(Rates)]
    [Range(1, MaxRate)]
    [DefaultValues(1_000, 2_000, 5_000, 10_000, 20_000)]
    [SearchedBy(Objectives)]
    public int Rate { get; init; } = 1_000;

    /// <summary>With the default, 2,000 operations per second are enough for p99.9.</summary>
    [Display(Name = "time of a run", Order = -1)]
    [Range(0.05, 600)]
    [Unit("s")]
    public double SecondsPerRun { get; init; } = 5;

    [Display(Name = "reads, % of the operations", ShortName = "percentage of reads", Order = -1)]
    [Range(0, 100)]
    public int ReadShare { get; init; } = 80;

    [Display(Name = "keys", Order = -1)]
    [Range(1, 100_000)]
    [InTitle]
    public int Keys { get; init; } = 10_000;

    [Display(Name = "distribution of the keys")]
    public KeyDistribution Distribution { get; init; } = KeyDistribution.Uniform;

    [Display(Name = "exponent of the Zipf distribution", ShortName = "Zipf exponent"), Advanced]
    [Range(0.01, 10)]
    public double Exponent { get; init; } = 1;

    [Display(Name = "reads of keys that do not exist, % of the reads", ShortName = "percentage of misses"), Advanced]
    [Range(0, 100)]
    public int MissShare { get; init; }

    [Display(Name = "times between two operations"), Advanced]
    public ArrivalPattern Arrivals { get; init; } = ArrivalPattern.Constant;

    [Display(Name = "callers of closed-loop"), Advanced]
    [Affects("closed-loop")]
    [Range(1, 10_000)]
    public int Callers { get; init; } = 8;

    [Display(Name = LoadObjective.Label, ShortName = "objective")]
    [Range(0, LoadObjective.MaximumLength)]
    [InTitle]
    public string Slo { get; init; } = "";

    [Display(Name = "price of the server for an hour, for the price of a million operations within slo", ShortName = "price per hour"), Advanced]
    [Range(0.0, 1_000_000.0)]
    [ZeroIsOff]
    public double PricePerHour { get; init; }

    [Display(Name = "disturbance of the server during a run, on servers that RedisPerf starts", ShortName = "disturbance")]
    public LoadDisturbance Disturb { get; init; } = LoadDisturbance.None;

    [Display(Name = "time from the start of a run to the disturbance", ShortName = "time of the disturbance"), Advanced]
    [Range(0.1, 599)]
    [Unit("s")]
    public double DisturbAt { get; init; } = 2;

    /// <summary>Null when the job measures given rates.</summary>
    internal LoadObjective? Objective => LoadObjective.Read(Slo, out _);

    /// <summary>The search of the highest rate within an objective.</summary>
    internal RateSearch SearchOf(LoadObjective objective) =>
        new(Rate, (int)Math.Max(1, Math.Ceiling(objective.MinOperations / (MaxLonger * SecondsPerRun))), MaxSearchedRate);

    /// <summary>The highest rate of a search.</summary>
    internal int MaxSearchedRate => (int)Math.Clamp(MaxOperations / SecondsPerRun, Rate, MaxRate);

    /// <summary>The time of a run at a rate.</summary>
    internal double SecondsAt(int rate) => Math.Max(SecondsPerRun, (Objective?.MinOperations ?? 0) / (double)rate);

    [InTitle("reads")]
    internal string ReadPercent => string.Create(CultureInfo.InvariantCulture, $"{ReadShare}%");

    /// <summary>Empty when all reads find their key.</summary>
    [InTitle("of the reads miss")]
    internal string MissPercent => MissShare == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{MissShare}%");

    /// <summary>Empty for equal times between two operations.</summary>
    [InTitle("arrivals")]
    internal string PatternInTitle => Arrivals == ArrivalPattern.Constant ? "" : "Poisson";

    /// <summary>Empty without a disturbance.</summary>
    [InTitle]
    internal string DisturbanceInTitle => Disturb == LoadDisturbance.None ? "" : Disturb.ToWord();

    // After the other parts.
    [InTitle("operations/s")]
    internal object? RateInTitle => Objective is null ? Rate : null;

    /// <summary>Operations of a run at a rate: those whose intended send time is within the time of a run; at least 1, and enough for the
    /// percentiles of the objective.</summary>
    internal int OperationsAt(int rate) => (int)Math.Max(1, Math.Round(rate * SecondsAt(rate)));

    public (string Option, string Predicate)? FindObstacle(int nodes) =>
        Objective is not null ? (Objectives, "must be empty with loadFrom above 1: a search measures from one node.") :
        Disturb != LoadDisturbance.None
            ? (OptionsSchema.NameOf(nameof(Disturb)), "must be none with loadFrom above 1: a disturbed run is measured from one node.") :
        Keys < nodes
            ? (OptionsSchema.NameOf(nameof(Keys)), string.Create(
                CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because each node has its own keys, not {Keys:N0}."))
        : Callers < nodes
        ? (OptionsSchema.NameOf(nameof(Callers)), string.Create(
            CultureInfo.InvariantCulture, $"must be at least loadFrom ({nodes}), because the nodes share the callers, not {Callers:N0}."))
        : OperationsAt(Rate) is var operations && operations < nodes
        ? (Rates, string.Create(CultureInfo.InvariantCulture,
            $"must have at least loadFrom ({nodes}) operations in a run; {Rate:N0} per second for {SecondsPerRun:0.##} s are {operations:N0}."))
        : null;

    void ISharedLoad.Merge(JointFigures figures)
    {
        LoadLatencies.Merge(figures.Latencies).AddTo(figures.Values);
        figures.Sum(LoadColumns.Achieved);
    }

    public override IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. Rate * SecondsPerRun > MaxOperations
            ? [new ValidationResult(string.Create(
                CultureInfo.InvariantCulture,
                $"must have at most {MaxOperations:N0} operations in a run; {Rate:N0} per second for {SecondsPerRun:0.##} s are more."),
                [nameof(Rate)])]
            : Array.Empty<ValidationResult>(),
        .. Disturb == LoadDisturbance.None ? Array.Empty<ValidationResult>() : FindDisturbConflicts(),
        .. LoadObjective.Read(Slo, out var wrong) is null && wrong is not null ? [new ValidationResult(wrong, [nameof(Slo)])]
            : Array.Empty<ValidationResult>(),
        .. base.Validate(validationContext),
    ];

    private IEnumerable<ValidationResult> FindDisturbConflicts()
    {
        if (Slo.Length > 0)
        {
            yield return new($"must be none with {FieldError.Mention(Objectives)}: a search needs runs that are not disturbed.", [nameof(Disturb)]);
        }

        if (DisturbAt + DisturbedSeconds > SecondsPerRun)
        {
            yield return new(string.Create(CultureInfo.InvariantCulture,
                $"must be at least {DisturbedSeconds:0} s less than {OptionsSchema.Mention(nameof(SecondsPerRun))} ({SecondsPerRun:0.##} s) "
                    + $"with {OptionsSchema.Mention(nameof(Disturb))}, not {DisturbAt:0.##}."),
                [nameof(DisturbAt)]);
        }

        if (Rate * SecondsPerRun > MaxDisturbedOperations)
        {
            yield return new(string.Create(CultureInfo.InvariantCulture, $"must have at most {MaxDisturbedOperations:N0} operations in a run with "
                + $"{OptionsSchema.Mention(nameof(Disturb))}; {Rate:N0} per second for {SecondsPerRun:0.##} s are more."), [nameof(Rate)]);
        }
    }

    internal override IEnumerable<(string Property, string Predicate)> FindTooLarge(ValueSizes sizes) =>
        sizes.TooManyKeys(Keys) is { } keys ? [(nameof(Keys), keys)] : [];
}

/// <summary>How often each key is used.</summary>
public enum KeyDistribution
{
    /// <summary>All keys equally often.</summary>
    Uniform,

    /// <summary>The frequency of the k-th key is proportional to 1 ÷ k^exponent.</summary>
    Zipf,
}
