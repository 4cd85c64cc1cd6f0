using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The summaries of a job's cases, with the figures that its benchmark declares.</summary>
public static class BenchmarkSummaries
{
    /// <summary>The same cases in the same order, each with the summary of its counted runs.</summary>
    /// <param name="cases">All cases of one job, so that rounds can be compared; their summaries are ignored.</param>
    /// <param name="info">Names the floor, the unit of work of a time, and the benchmark's own figures; null when the benchmark no longer exists.</param>
    /// <param name="request">Names the baseline that <see cref="Summary.Ratio"/> refers to, and the options.</param>
    public static IReadOnlyList<CaseResult> Of(IReadOnlyList<CaseResult> cases, BenchmarkInfo? info, JobRequest request)
    {
        var timed = Summaries.Of(cases, info?.Floor, BenchmarkInfo.BaselineOf(request, info), info?.TimePer is not null);
        if (info is null or { Columns.Count: 0 })
        {
            return timed;
        }

        var context = new FigureContext(timed, request);
        return [.. timed.Select(@case => @case.Summary is null ? @case : @case with { Summary = @case.Summary with { Figures = FiguresOf(@case, info, context) } })];
    }

    private static Dictionary<string, double> FiguresOf(CaseResult @case, BenchmarkInfo info, FigureContext context) =>
        info.Columns
            .Select(figure => (figure.Name, Value: figure.Of(@case, context)))
            .Where(figure => figure.Value is { } value && double.IsFinite(value))
            .ToDictionary(figure => figure.Name, figure => figure.Value!.Value);
}
