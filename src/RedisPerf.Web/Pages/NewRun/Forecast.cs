using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running.Forecasts;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The estimate of the job that the form starts.</summary>
/// <param name="Level"><c>ok</c>; <c>tight</c> above half of the target's free memory; <c>over</c> when it cannot store the job;
/// <c>wrong</c> while a field is invalid.</param>
/// <param name="Sentence">The line next to the button.</param>
/// <param name="Errors">The errors, by field.</param>
/// <param name="Link">The address of the form with these values.</param>
public sealed record Forecast(string Level, string Sentence, IReadOnlyList<FieldError> Errors, Uri Link)
{
    /// <summary>The sizes of the options in bytes in a readable unit, by field.</summary>
    public required IReadOnlyDictionary<string, string> Sizes { get; init; }

    /// <summary>The options with several values in words, by field.</summary>
    public required IReadOnlyDictionary<string, string> Varied { get; init; }

    /// <summary>The <c>redisperf</c> command that runs the same job; null while a field is invalid.</summary>
    public string? Command { get; init; }

    /// <summary>The expected duration in seconds; null while a field is invalid, and when the job runs until it is decided.</summary>
    public DurationForecast? Duration { get; init; }

    /// <summary>The expected duration in words: <c>6 to 8 min</c>; empty while a field is invalid.</summary>
    public string Time { get; init; } = "";

    /// <summary>The expected durations of the presets in words, by their names: <c>15 s</c>.</summary>
    public IReadOnlyDictionary<string, string> Presets { get; init; } = new Dictionary<string, string>();

    /// <summary>The name, the values and the form of the chosen payload: <c>orders.json · 500 values, 29 bytes median, JSON lines</c>; null without
    /// one.</summary>
    public string? Payload { get; init; }

    /// <summary>What the command needs before it can run; null for nothing.</summary>
    public string? CommandNote { get; init; }

    /// <summary>The <c>curl</c> command that starts the same job; null while a field is invalid.</summary>
    public string? Curl { get; init; }

    /// <summary>The note on the targets that the command line cannot reach without their connection strings; null without such a target.</summary>
    internal static string? NoteOnTargets(IReadOnlyList<string> targets) => targets.Count == 0
        ? null
        : $"The command needs the connection string of {string.Join(", ", targets)} in its configuration: "
            + "set RedisPerf__Targets__0__Name and RedisPerf__Targets__0__Connection.";

    /// <summary>The size of a job in a sentence.</summary>
    /// <param name="estimate">Its size.</param>
    /// <param name="free">The free memory of the target, with its separator; empty when it is plenty.</param>
    internal static string Describe(JobRequest request, BenchmarkInfo info, JobEstimate estimate, string free)
    {
        // The runs of cases that differ in size: only the largest is known here.
        var varies = request.Axes.Any(axis => axis.Kind == AxisKind.Option && (axis.Values.Count > 1 || axis.Name == info.MainAxis));
        // The size of a custom job depends on the code of a plug-in.
        var size = estimate.PayloadBytes == 0
            ? free
            : $" · {(varies ? "up to " : "")}{NumberFormat.Bytes(estimate.PayloadBytes)} "
                + $"per run · the server needs {NumberFormat.Bytes(estimate.ServerMemoryBytes)}{free}";
        if (request.Until == RunUntil.Decided)
        {
            return $"{CasesOf(request, info)}{size}";
        }

        var runs = $"{(info.MainAxis is null ? "" : "about ")}{Cells.Count(CaseCount.Of(request, info) * (request.Runs + request.Warmups))} runs";
        return $"{CasesOf(request, info)} · {runs}{size}";
    }

    // Which values of the request make how many cases.
    private static string CasesOf(JobRequest request, BenchmarkInfo info)
    {
        var axes = request.Axes.Where(axis => axis.Values.Count > 1).ToArray();
        string[] names = [.. request.Strategies.Where(name => name != info.Floor)];
        var floors = info.Floor is null ? 0 : CaseCount.Of(request with { Strategies = [] }, info);
        var cases = CaseCount.Of(request, info) - floors;
        var product = axes.Aggregate((long)names.Length, (count, axis) => count * axis.Values.Count);
        var factors = string.Concat(axes.Select(axis => $" × {Cells.Count(axis.Values.Count)} {NameOf(axis)}"));
        var strategies = $"{Cells.Count(names.Length)} {(names.Length == 1 ? "strategy" : "strategies")}";
        var all = floors == 0 ? "" : $" + {NumberFormat.Count(floors, info.LowerBound is null ? "reference" : "floor")}";
        // Where a value does not affect a strategy, there are fewer cases than the product.
        return axes.Length == 0 ? strategies + all
            : $"{strategies}{factors} {(product == cases ? "=" : "→")} {NumberFormat.Count(cases, "case")}{all}";
    }

    private static string NameOf(Axis axis) => axis.Kind switch
    {
        AxisKind.Target => "targets",
        AxisKind.Client => "clients",
        AxisKind.Server => axis.Label,
        _ => $"values of {axis.Label}",
    };
}
