using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The answers of a job that searches a value for each case.</summary>
internal static class SearchAnswers
{
    /// <summary>A sentence for each case with a summary, in the order of the coordinates.</summary>
    public static IEnumerable<string> Of(JobDocument document, CaseSearch search) =>
        from @case in document.Cases.OrderBy(@case => @case.At, document.Request.Order)
        where @case.Summary is not null
        select $"{Headline.FullName(@case, document)}, {document.Request.ValueOf(search.Option)}: {Of(@case, document.Request, search)}.";

    private static string Of(CaseResult @case, JobRequest request, CaseSearch search)
    {
        var found = search.Find(@case, request);
        var (low, high) = (Number(found.Low), Number(found.High));
        return found.End switch
        {
            SearchEnd.Found => $"{low} to {high} {search.Unit}, 95%{PriceOf(@case, search)}",
            SearchEnd.Generator => "bound by the generator, which was late or used all its CPU time",
            SearchEnd.BelowLowest => $"not held at {high} {search.Unit}, the lowest value of the search",
            SearchEnd.AboveHighest => $"held at {low} {search.Unit}, the highest value of the search{PriceOf(@case, search)}",
            SearchEnd.Unsteady => "undecided, because probes at the same value disagree",
            _ => (found.Low, found.High) switch
            {
                (null, null) => "undecided so far",
                (null, _) => $"undecided so far, below {high} {search.Unit}",
                (_, null) => $"undecided so far, at least {low} {search.Unit}",
                _ => $"undecided so far, between {low} and {high} {search.Unit}",
            },
        };
    }

    private static string PriceOf(CaseResult @case, CaseSearch search) =>
        search.Price is var (name, label) && @case.Summary?.Figures?.TryGetValue(name, out var price) == true
            ? $"; {NumberFormat.Significant(price, 2)} {label} at the lower end"
            : "";

    private static string Number(int? value) => value is { } known ? NumberFormat.Whole(known) : "";
}
