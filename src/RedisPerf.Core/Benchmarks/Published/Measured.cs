using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Published;

/// <summary>Results of a job, for the proofs of corrections.</summary>
internal static class Measured
{
    /// <summary>The position of a case on the axis that its benchmark varies by default, which published results have.</summary>
    public static double? PointOf(Coordinates at, JobDocument document) => AxisOf(document) is { } axis ? at.Number(axis) : null;

    /// <summary>The summaries of a strategy by ascending point, at the first value of each other axis of the job. A proof compares cases on one
    /// server, with one client and with the same options only.</summary>
    public static IReadOnlyList<(long? Point, Summary Summary)> Of(JobDocument document, string strategy)
    {
        var axis = AxisOf(document);
        var first = document.Request.Axes.Where(each => each.Name != axis)
            .Aggregate(Coordinates.None, (at, each) => at.With(each.Name, each.Texts[0]));
        return
        [
            .. from @case in document.Cases
               where @case.Strategy == strategy && @case.At.Without(axis).IsWithin(first) && @case.Summary is not null
               let point = PointOf(@case.At, document)
               orderby point
               select ((long?)point, @case.Summary),
        ];
    }

    private static string? AxisOf(JobDocument document) => Catalogue.Default.Find(document.Benchmark)?.Info.MainAxis;

    /// <summary>A proof as a conditional expression can return it, with its numbers unformatted.</summary>
    public static FormattableString Proof(FormattableString sentence) => sentence;

    /// <summary>One of the benchmark's own figures; null when the summary does not have it.</summary>
    public static double? Figure(Summary summary, string name) => summary.Figures?.TryGetValue(name, out var value) == true ? value : null;
}
