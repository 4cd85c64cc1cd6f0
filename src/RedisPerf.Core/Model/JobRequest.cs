using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A validated request: every name in it exists, every option has a value within its bounds. Created by validation
/// (<c>JobDraft.Validate</c>) or read from storage. The self-test creates longer ones.</summary>
public sealed record JobRequest
{
    private readonly JobAxes _axes = new([]);

    /// <summary>Empty where an earlier version stored the request: its job or its schedule has the name.</summary>
    public string Benchmark { get; init; } = "";

    /// <summary>What it measures and where: <c>insert · 30,000 × 32 KB · local</c>; null in a file of an earlier version.</summary>
    public string? Title { get; init; }

    /// <summary>The requested strategies. A job also includes the floor, unless it has an <see cref="ArmAxis"/>.</summary>
    public required IReadOnlyList<string> Strategies { get; init; }

    /// <summary>Every declared option, by its camelCase name: an <see cref="OptionSet"/>. An option that the job varies has an array.</summary>
    public required IReadOnlyDictionary<string, JsonElement> Options { get; init => field = value as OptionSet ?? new(value); }

    /// <summary>The options that have a value. One that is empty by default can be newer than the request.</summary>
    [JsonIgnore]
    public IEnumerable<KeyValuePair<string, JsonElement>> GivenOptions => Options.Where(option => option.Value.ToString().Length > 0);

    public required IReadOnlyList<string> Targets { get; init; }

    /// <summary>The names of the clients that each case is measured with; empty when it is measured with the client of RedisPerf alone.</summary>
    public IReadOnlyList<string> Clients { get; init; } = [];

    /// <summary>The settings of the servers that RedisPerf starts, each with one or more values as in the server's configuration. With several
    /// values, each target has one server for each combination.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Server { get; init; } = new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The servers of the job: each target with each combination of the server settings.</summary>
    [JsonIgnore]
    public IEnumerable<ServerVariant> Servers =>
        from at in JobAxes.Product(Axes.Where(axis => axis.Kind is AxisKind.Target or AxisKind.Server))
        select new ServerVariant(at, Server.ToDictionary(setting => setting.Key, setting => at[Axis.ServerPrefix + setting.Key] ?? setting.Value[0]));

    /// <summary>What the job varies besides the strategy, in the order of the columns of its tables.</summary>
    public IReadOnlyList<Axis> Axes { get => _axes.Of(this); init => _axes = new(value); }

    /// <summary>The name of the axis along which results are drawn and compared; null for the default.</summary>
    [JsonIgnore]
    public string? Along { get; init; }

    /// <summary>The axis of numbers along which results are curves; null when the job has none.</summary>
    [JsonIgnore]
    public Axis? Curve => Axes.FirstOrDefault(axis => axis.IsNumeric && axis.Name == Along) ?? Axes.FirstOrDefault(axis => axis.IsNumeric);

    /// <summary>The axis of charts and pivots: the chosen one, which can have words; else that of the <see cref="Curve"/>, else the first one
    /// with several values. Null when the job varies nothing.</summary>
    [JsonIgnore]
    public Axis? ChartAxis => Axes.FirstOrDefault(axis => axis.Name == Along && (axis.IsNumeric || axis.Values.Count > 1))
        ?? Curve ?? Axes.FirstOrDefault(axis => axis.Values.Count > 1);

    /// <summary>The axis whose values are the <see cref="Arms"/>; null when the job compares no builds.</summary>
    [JsonIgnore]
    public Axis? ArmAxis => Axes.FirstOrDefault(axis => axis.Kind is AxisKind.Target or AxisKind.Client && axis.Texts.SequenceEqual(Arms.All));

    /// <summary>The client that the others are compared with; null when the job names none.</summary>
    [JsonIgnore]
    public string? FirstClient => Clients is [var first, ..] ? first : null;

    /// <summary>The only value of an option or a server setting, as in coordinates; null without it, and with several.</summary>
    /// <param name="axis">The name that it has as an axis.</param>
    public string? ValueOf(string axis) =>
        axis.StartsWith(Axis.ServerPrefix, StringComparison.Ordinal)
            ? Server.TryGetValue(axis[Axis.ServerPrefix.Length..], out var values) && values is [var only] ? only : null
            : Options.TryGetValue(axis, out var value) && value.ValueKind != JsonValueKind.Array ? Coordinates.TextOf(value) : null;

    /// <summary>The position of a case on the <see cref="Curve"/>; null when the axis does not affect its strategy, and without a curve.</summary>
    public double? PointOf(Coordinates at) => Curve is { } curve ? at.Number(curve.Name) : null;

    /// <summary>Orders coordinates as the values of the axes, those of the <see cref="Curve"/> last.</summary>
    [JsonIgnore]
    public IComparer<Coordinates> Order => new CoordinatesOrder([.. Axes.OrderBy(axis => axis.Name == Curve?.Name)]);

    /// <summary>The coordinates of a case on all axes but the <see cref="Curve"/>. The cases of a strategy with the same ones are a curve.</summary>
    public Coordinates PanelOf(Coordinates at) => at.Without(Curve?.Name);

    /// <summary>The strategy that the others are compared with; null for the benchmark's baseline.</summary>
    public string? Baseline { get; init; }

    /// <summary>Timed rounds; the maximum of a job that runs until it is decided.</summary>
    public required int Runs { get; init; }

    /// <summary>What ends the rounds.</summary>
    public RunUntil Until { get; init; }

    /// <summary>No further round starts when it would end later than this number of seconds after the first one; only for a job that runs
    /// until it is decided.</summary>
    public double? BudgetSeconds { get; init; }

    /// <summary>Rounds before them that are in no summary.</summary>
    public required int Warmups { get; init; }

    /// <summary>Maximum number of slices of a run; 1 when each run is measured as a whole, as in requests from before slices.</summary>
    public int Slices { get; init; } = 1;

    /// <summary>The values that each run reads back; a sample in requests from before this property.</summary>
    public Verification Verify { get; init; }

    /// <summary>Whether an additional round follows the last one, in which each case is profiled and not measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Profile { get; init; }

    /// <summary>Orders the cases within each round.</summary>
    public required long Seed { get; init; }

    /// <summary>The user's own values; null when the benchmark generates its documents.</summary>
    public PayloadDescription? Payload { get; init; }

    /// <summary>The path of the values of <see cref="Payload"/> on the machine that measures; null before the runner has found it.</summary>
    [JsonIgnore]
    public string? PayloadFile { get; init; }

    /// <summary>The name of the node that measures; null for the first free node that has the targets.</summary>
    public string? Node { get; init; }

    /// <summary>Number of nodes that measure each run together.</summary>
    public int LoadFrom { get; init; } = 1;

    /// <summary>What happens when the node is lost while it measures; null for the default: a scheduled run is queued again,
    /// any other job is not.</summary>
    public NodeLoss? OnNodeLoss { get; init; }

    /// <summary>A request without values, for a record that cannot be read.</summary>
    public static JobRequest None { get; } = new() { Strategies = [], Options = new OptionSet([]), Targets = [], Runs = 0, Warmups = 0, Seed = 0 };

    /// <summary>The options at some coordinates as the benchmark's own record. An option that the coordinates lack has the first of its
    /// values.</summary>
    /// <exception cref="JsonException">A value has another type, as in a job of an earlier version.</exception>
    public T OptionsAt<T>(Coordinates at) => (T)((OptionSet)Options).At(at).As(typeof(T));
}

/// <summary>One server of a job.</summary>
/// <param name="At">Its target, and its settings that the job varies.</param>
/// <param name="Settings">All settings that the request names, with one value each.</param>
public sealed record ServerVariant(Coordinates At, IReadOnlyDictionary<string, string> Settings);

/// <summary>What ends the rounds of a job. In JSON the names are camelCase: <c>decided</c>.</summary>
public enum RunUntil
{
    /// <summary>All timed rounds were run.</summary>
    Rounds,

    /// <summary>Each comparison is decided, or the time budget is used.</summary>
    Decided,
}

/// <summary>What happens with a job whose node is lost. Its runs remain in the interrupted job in both cases.</summary>
public enum NodeLoss
{
    Interrupt,

    /// <summary>A new job with the same request is queued.</summary>
    Requeue,
}

/// <summary>The values that are read back and compared after each run. Keys, fields and elements are always counted.</summary>
public enum Verification
{
    Sample,
    All,
}
