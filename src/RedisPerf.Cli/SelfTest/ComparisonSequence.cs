using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>Divides the timed rounds of a job of <see cref="KnownDifference"/> into comparisons, each after the last one.</summary>
/// <param name="request">The request of the job.</param>
/// <param name="rounds">Rounds of a comparison; null for comparisons as jobs that run until they are decided: each ends at the first check
/// of the <see cref="SequentialRule"/> with a verdict.</param>
internal sealed class ComparisonSequence(JobRequest request, int? rounds)
{
    private readonly ComparisonRule _rule =
        rounds is null ? ComparisonRule.Usual with { Confidence = SequentialRule.Confidence } : ComparisonRule.Usual;
    private int _first = request.Warmups;
    private int _rounds = rounds ?? SequentialRule.NextCheck(0);

    /// <summary>The next comparison; null before all of its rounds were run.</summary>
    /// <param name="cases">The cases of the job with their runs so far.</param>
    public KnownComparison? Next(IReadOnlyList<CaseResult> cases)
    {
        while (KnownComparison.Of(cases, _first, _rounds, request.Baseline, _rule) is { } comparison)
        {
            if (rounds is not null || comparison.Ratio is { Verdict: not Verdict.Unclear } || _rounds == SequentialRule.MaxRounds)
            {
                (_first, _rounds) = (_first + _rounds, rounds ?? SequentialRule.NextCheck(0));
                return comparison;
            }

            _rounds = SequentialRule.NextCheck(_rounds);
        }

        return null;
    }
}
