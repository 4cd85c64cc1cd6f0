using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Published;

/// <summary>Results of a job, for the proofs of corrections.</summary>
internal static class Measured
{
    /// <summary>The summaries of a strategy on the job's first target with its first client, by ascending point. A proof compares cases on one
    /// server and with one client only.</summary>
    public static IReadOnlyList<(long? Point, Summary Summary)> Of(JobDocument document, string strategy) =>
    [
        .. from @case in document.Cases
           where @case.Strategy == strategy && @case.Target == document.Request.Targets[0] && @case.Client == document.Request.FirstClient
               && @case.Summary is not null
           orderby @case.Point
           select ((long?)@case.Point, @case.Summary),
    ];

    /// <summary>A proof as a conditional expression can return it, with its numbers unformatted.</summary>
    public static FormattableString Proof(FormattableString sentence) => sentence;

    /// <summary>One of the benchmark's own figures; null when the summary does not have it.</summary>
    public static double? Figure(Summary summary, string name) => summary.Figures?.TryGetValue(name, out var value) == true ? value : null;
}
