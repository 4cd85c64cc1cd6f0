using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>An estimate of the fastest case from the slices of a job that runs. It is no verdict: the runs in progress have no time yet.</summary>
/// <param name="Leader">The case with the lowest estimate.</param>
/// <param name="Other">The case that it is compared with: the baseline, or the second one when the leader is the baseline.</param>
/// <param name="Speed">How many times as fast as the other one it is, with its interval from three common turns on.</param>
/// <param name="IsAhead">Whether the second case is slower beyond the noise so far, as far as this can be known.</param>
/// <param name="IsWarmup">Whether only slices of the warm-up are known.</param>
public sealed record LeadSoFar(CaseResult Leader, CaseResult Other, Ratio Speed, bool IsAhead, bool IsWarmup)
{
    /// <summary>One slice is not enough: it can contain the first use of code.</summary>
    private const int MinTurns = 2;

    /// <param name="cases">Cases that can be compared, without the floor.</param>
    /// <param name="slices">The slices of the last run that each case began.</param>
    /// <param name="baseline">The strategy that others are compared with; null without a baseline.</param>
    /// <param name="rule">How times are compared.</param>
    /// <returns>Null until two turns are complete, without another case, and where no time on the clock is compared.</returns>
    public static LeadSoFar? Of(
        IReadOnlyList<CaseResult> cases, IReadOnlyDictionary<CaseKey, IReadOnlyList<RunSlice>> slices, string? baseline, ComparisonRule rule)
    {
        if (rule.Figure is not null || cases.Count < 2)
        {
            return null;
        }

        var (timed, isWarmup) = (TurnsOf(warmup: false), false);
        if (!IsEnough(timed))
        {
            (timed, isWarmup) = (TurnsOf(warmup: true), true);
        }

        if (!IsEnough(timed))
        {
            return null;
        }

        var sorted = timed.OrderBy(each => each.Turns.Values.Median()).ToArray();
        var (leader, second) = (sorted[0], sorted[1]);
        var other = leader.Case.Strategy == baseline ? second : Array.Find(sorted, each => each.Case.Strategy == baseline) ?? second;
        var speed = SpeedOf(leader, other, rule);
        var lead = ReferenceEquals(other, second) ? speed : SpeedOf(leader, second, rule);
        return new(leader.Case, other.Case, speed, lead.Low is null or > 1, isWarmup);

        CaseTurns[] TurnsOf(bool warmup) => [.. cases.Select(@case => CaseTurns.Of(@case, slices.GetValueOrDefault(@case.Key, []), warmup, rule))];
    }

    private static bool IsEnough(CaseTurns[] cases) => Array.TrueForAll(cases, each => each.Turns.Count >= Math.Min(MinTurns, each.Count));

    // In common turns, both ran under the same conditions.
    private static Ratio SpeedOf(CaseTurns leader, CaseTurns other, ComparisonRule rule)
    {
        var ratios = leader.Turns.Keys.Where(other.Turns.ContainsKey).Order().Select(turn => other.Turns[turn] / leader.Turns[turn]).ToArray();
        return ratios.Length >= MinTurns
            ? RatioEstimator.FromRounds(other.Case.Strategy, ratios, rule.Confidence)!
            : new(other.Case.Strategy, other.Turns.Values.Median() / leader.Turns.Values.Median(), null, null, Verdict.Unclear);
    }

    /// <param name="Count">Number of slices of a run; 2 while no run has begun.</param>
    /// <param name="Turns">The compared time of a whole run as each slice estimates it, by round and turn.</param>
    private sealed record CaseTurns(CaseResult Case, int Count, IReadOnlyDictionary<(int Round, int Turn), double> Turns)
    {
        public static CaseTurns Of(CaseResult @case, IReadOnlyList<RunSlice> current, bool warmup, ComparisonRule rule)
        {
            var turns = new Dictionary<(int, int), double>();
            foreach (var run in @case.Runs.Where(run => warmup ? run is { Warmup: true, State: RunState.Ok } : rule.Includes(run)))
            {
                foreach (var (turn, time) in rule.SliceTimes(run).Index())
                {
                    turns[(run.Round, turn)] = time;
                }
            }

            foreach (var slice in current.Where(slice => slice.Warmup == warmup))
            {
                turns[(slice.Round, slice.Turn)] = rule.TimeOf(slice);
            }

            var count = current is [.., var last] ? last.Count : @case.Runs is [.., { Slices: var known }] ? known?.Count ?? 1 : MinTurns;
            return new(@case, count, turns);
        }
    }
}
