using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The result of a comparison of base and head in one sentence.</summary>
public static class BuildHeadline
{
    /// <summary>The sentence; names are in backticks.</summary>
    public static string Of(BuildComparison comparison)
    {
        if (comparison.Cases.All(@case => @case.Head is null))
        {
            return "No result: base and head have no run in common.";
        }

        if (comparison.IsUnproven)
        {
            return $"Unproven: the base differs from itself in {Names(comparison, comparison.Differing, @case => @case.Control)}. "
                + "Repeat it on a machine without other load, or with more rounds.";
        }

        var moved = comparison.Moved.ToArray();
        var slower = moved.Where(@case => @case.Head!.Verdict == Verdict.Slower).ToArray();
        var faster = moved.Except(slower).Reverse().ToArray();
        var open = comparison.Cases.Count(@case => @case.Head is null or { Low: null } or { Verdict: Verdict.Unclear });
        string?[] parts =
        [
            slower.Length == 0 ? null : $"The head is slower with {Names(comparison, slower, @case => @case.Head)}.",
            faster.Length == 0 ? null : $"The head is faster with {Names(comparison, faster, @case => @case.Head)}.",
            moved.Length > 0 ? null : open == comparison.Cases.Count ? "Not decided." : "No difference between base and head.",
            open == 0 || open == comparison.Cases.Count ? null
                : $"{NumberFormat.Count(open, "comparison")} of {comparison.Cases.Count} not decided.",
        ];
        return string.Join(' ', parts.OfType<string>());
    }

    private static string Names(BuildComparison comparison, IEnumerable<BuildCase> cases, Func<BuildCase, Ratio?> ratio) =>
        string.Join(", ", cases.Select(@case => $"`{comparison.NameOf(@case)}` ({NumberFormat.Comparison(ratio(@case)!)})"));
}
