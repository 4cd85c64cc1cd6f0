using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The scale of the answer while a job runs. It has a row for each strategy from the start, so that the page has the size of the
/// answer.</summary>
public static class AnswerSoFar
{
    private const string NotCompared = "not compared yet";

    /// <param name="document">The job, not finished.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <returns>A card without notes. Null for a job whose answer is not one comparison of strategies.</returns>
    public static AnswerCard? Of(JobDocument document, BenchmarkInfo? info)
    {
        if (info is not { AreAlternatives: true, CaseAnswer: null } || document.Request.Curve is not null)
        {
            return null;
        }

        var known = document.Cases.ToDictionary(@case => @case.Key);
        CaseResult[] cases =
        [
            .. from key in ExpectedCases.Of(document.Request, info)
               where key.Strategy != info.Floor
               let @case = known.GetValueOrDefault(key) ?? CaseResult.Of(key, [])
               where @case.Unsupported is null
               select @case,
        ];
        if (info.Comparable(cases, document.Request).ToArray() is not [{ Count: > 1 } comparable])
        {
            return null;
        }

        var card = AnswerCards.Of(comparable, document, info) ?? new("", null, []);
        var reference = card.Reference ?? BenchmarkInfo.BaselineOf(document.Request, info, comparable[0].Strategy) ?? comparable[0].Strategy;
        AnswerRow[] rows =
        [
            .. card.Rows,
            .. from @case in comparable
               where card.Rows.All(row => row.Strategy != @case.Strategy)
               let isReference = @case.Strategy == reference
               select new AnswerRow(
                   @case, isReference ? 1 : null, null, null, Verdict.Unclear, isReference, isReference ? "the baseline" : NotCompared, null),
        ];
        return card with { Notes = [], Reference = reference, Rows = rows, Scale = AnswerScale.Of(rows) ?? AnswerScale.Empty };
    }
}
