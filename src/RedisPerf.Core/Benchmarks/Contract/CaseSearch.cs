using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The search of a value for each case: each run is a probe, and the runs so far determine the value of the next one. The probes of the
/// cases alternate, because each round has one of each case.</summary>
/// <param name="Option">The option that requests the search by a text, which is the goal.</param>
/// <param name="Figure">The measurement of a run that has the value of its probe.</param>
/// <param name="Unit">The unit of the value, in a sentence: <c>operations per second</c>.</param>
/// <param name="Find">The state of the search of a case, from all its runs.</param>
public sealed record CaseSearch(string Option, string Figure, string Unit, Func<CaseResult, JobRequest, RateSearchResult> Find)
{
    /// <summary>The figure of a case that follows its answer, with its label; null without one.</summary>
    public (string Name, string Label)? Price { get; init; }

    /// <summary>Whether a job with these options searches.</summary>
    public bool IsRequested(IReadOnlyDictionary<string, JsonElement> options) => HasGoal(options, Option);

    /// <summary>Whether an option that requests a search has a text.</summary>
    internal static bool HasGoal(IReadOnlyDictionary<string, JsonElement> options, string option) =>
        options.TryGetValue(option, out var goal) && goal.ValueKind == JsonValueKind.String && !string.IsNullOrWhiteSpace(goal.GetString());

    /// <summary>The case with the runs that its summary includes: the probes of the highest value that holds, or of the lowest one when none
    /// does.</summary>
    public CaseResult Counted(CaseResult @case, JobRequest request)
    {
        var value = Find(@case, request).Low ?? @case.Runs.Where(run => run.IsInSummary).Min(run => FigureColumn.OfRun(run, Figure));
        return @case with { Runs = [.. @case.Runs.Where(run => FigureColumn.OfRun(run, Figure) == value)] };
    }
}
