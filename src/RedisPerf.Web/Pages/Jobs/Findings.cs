using System.Globalization;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>What a job found, in sentences.</summary>
public static class Findings
{
    /// <summary>Above this share of its time a strategy is bound by encoding.</summary>
    private const double BoundByEncoding = 0.6;

    public static IEnumerable<string> Of(JobDocument job, IReadOnlyList<CaseRow> rows)
    {
        foreach (var target in rows.GroupBy(row => row.Case.Target))
        {
            var contenders = target.Where(row => !row.Look.IsYardstick && row.Case.Summary is not null).OrderBy(row => row.Case.Summary!.Median).ToList();
            if (contenders.Count > 0)
            {
                yield return Fastest(contenders, job.Request.Targets.Count > 1 ? $"On {target.Key}" : "On this target");
            }

            foreach (var row in contenders.Where(row => row.EncodeSeconds / row.Case.Summary!.Mean > BoundByEncoding))
            {
                yield return $"{Capital(row.Look.Name)} was bound by encoding: {Math.Round(100 * row.EncodeSeconds!.Value / row.Case.Summary!.Mean)} % of its time.";
            }

            foreach (var row in contenders.Where(row => row.Amplification is not null))
            {
                yield return $"{Capital(row.Look.Name)} wrote {Figures.Number(row.Amplification)} times the fields that it should have.";
            }
        }

        var failed = rows.Sum(row => row.Case.Runs.Count(run => run.State == RunState.Failed));
        if (failed > 0)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"{failed} of {rows.Sum(row => row.Case.Runs.Count)} runs failed and {(failed == 1 ? "is" : "are")} no number; the reason stands in the table.");
        }
    }

    private static string Fastest(List<CaseRow> contenders, string where)
    {
        var best = contenders[0];
        var summary = best.Case.Summary!;
        var wrote = $"{where} {best.Look.Name} wrote {Figures.Bytes(summary.PayloadBytesPerSecond * summary.Median)} in {Figures.Duration(summary.Median)}";
        return summary.Ratio switch
        {
            { Verdict: Verdict.Faster } ratio => $"{wrote}, {Figures.Number(CaseRow.Factor(ratio))} times as fast as {ratio.Baseline}{Between(ratio)}.",
            { Verdict: Verdict.Same } ratio => $"{wrote}, as fast as {ratio.Baseline}{Between(ratio)}.",
            { } ratio => $"{wrote}; whether that is faster than {ratio.Baseline} the runs do not tell{Between(ratio)}.",
            null when contenders.Count > 1 => $"{wrote}, the fastest of {contenders.Count}.",
            null => $"{wrote}.",
        };
    }

    private static string Between(Ratio ratio) =>
        CaseRow.Interval(ratio) is { Length: > 0 } interval ? $" ({interval.Replace("–", " to ", StringComparison.Ordinal)})" : "";

    private static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];
}
