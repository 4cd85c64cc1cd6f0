using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Live;

/// <summary>The run in progress of a case, for the lanes of the job's page.</summary>
/// <param name="Key">The id of the case.</param>
/// <param name="Round">The round of the run.</param>
/// <param name="Warmup">Whether it is a warm-up.</param>
/// <param name="Count">Number of slices of the run.</param>
/// <param name="Times">The compared time of a whole run in seconds, as each slice so far estimates it.</param>
/// <param name="Use">The throughput and the CPU of the last slice: <c>118 MB/s · client 182% · server 11%</c>.</param>
public sealed record Lane(string Key, int Round, bool Warmup, int Count, IReadOnlyList<double> Times, string Use)
{
    /// <param name="case">The case.</param>
    /// <param name="slices">The slices of its last run so far.</param>
    /// <param name="rule">How times are compared.</param>
    public static Lane Of(CaseKey @case, IReadOnlyList<RunSlice> slices, ComparisonRule rule)
    {
        var last = slices[^1];
        // A figure of a run, which some benchmarks compare, is not known before the end of the run.
        return new(@case.Id, last.Round, last.Warmup, last.Count, rule.Figure is null ? [.. slices.Select(rule.TimeOf)] : [], UseOf(last));
    }

    private static string UseOf(RunSlice slice)
    {
        var rate = slice switch
        {
            { PayloadBytes: > 0 and var bytes } => $"{NumberFormat.Significant(bytes / slice.Seconds / 1e6)} MB/s",
            { Operations: > 0 and var operations } => $"{NumberFormat.Significant(operations / slice.Seconds)}/s",
            _ => null,
        };
        string?[] parts = [rate, Cpu("client", slice.ClientCpuSeconds / slice.Seconds), Cpu("server", slice.ServerCpuSeconds / slice.Seconds)];
        return string.Join(" · ", parts.OfType<string>());
    }

    private static string? Cpu(string side, double? share) =>
        share is null ? null : string.Create(CultureInfo.InvariantCulture, $"{side} {100 * share:0}%");
}
