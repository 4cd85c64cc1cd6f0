using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Running;

/// <summary>The runs have fixed times, because a run that is measured next to other tests can delay the decision.</summary>
public sealed class DecisionTests
{
    [Fact]
    public void A_job_has_as_many_rounds_as_requested()
    {
        var decision = DecisionOf(TestJobs.Probe(["a", "b"], runs: 7, warmups: 2));

        decision.EndLastRound(hasNewRun: true);

        decision.Rounds.ShouldBe(9);
    }

    [Fact]
    public void The_first_check_decides_a_clear_difference_after_three_rounds()
    {
        var decision = UntilDecided(warmups: 1);
        decision.Rounds.ShouldBe(4);

        AddRounds(decision, 0, 4, slower: 10);
        decision.EndLastRound(hasNewRun: true);

        decision.Rounds.ShouldBe(4);
    }

    [Fact]
    public void An_undecided_job_gets_the_rounds_up_to_each_next_check()
    {
        var decision = UntilDecided();
        var rounds = new List<int> { 0, decision.Rounds };
        while (rounds[^1] != rounds[^2])
        {
            // In even rounds b takes twice as long as a, in odd ones half as long.
            for (var round = rounds[^2]; round < rounds[^1]; round++)
            {
                AddRounds(decision, round, round + 1, slower: round % 2 == 0 ? 2 : 0.5);
            }

            decision.EndLastRound(hasNewRun: true);
            rounds.Add(decision.Rounds);
        }

        rounds.ShouldBe([0, 3, 4, 6, 9, 13, 19, 28, 42, 63, 63]);
    }

    [Fact]
    public void One_measured_round_is_decided_with_the_rounds_from_before_an_interruption()
    {
        var decision = UntilDecided();
        AddRounds(decision, 0, 3, slower: 10);

        decision.EndLastRound(hasNewRun: false);
        decision.Rounds.ShouldBe(4, "the check of the kept rounds is not repeated");
        AddRounds(decision, 3, 4, slower: 10);
        decision.EndLastRound(hasNewRun: true);

        decision.Rounds.ShouldBe(4);
    }

    [Fact]
    public void Runs_that_a_user_excluded_decide_nothing()
    {
        var job = TestJobs.UntilDecided(warmups: 0);
        var transcript = new JobTranscript(job, Info);
        var control = new JobControl();
        var decision = new Decision(job, Info, [], control);
        foreach (var (strategy, round) in from strategy in (string[])["a", "b"] from round in Enumerable.Range(0, 4) select (strategy, round))
        {
            var run = RunOf(round, strategy == "a" ? 0.04 : 0.4) with { Disturbed = [Reason.Of(ReasonCode.NoReplyInTime)] };
            transcript.Add(new JobEvent.RunEnded(KeyOf(strategy), run), DateTimeOffset.UnixEpoch);
            decision.Add(KeyOf(strategy), run);
        }

        control.Change(Changed(excludedByUser: true));
        decision.EndLastRound(hasNewRun: true);
        decision.Rounds.ShouldBe(4);
        control.Change(Changed(excludedByUser: false));
        decision.EndLastRound(hasNewRun: true);

        decision.Rounds.ShouldBe(4);

        JobDocument Changed(bool excludedByUser) => JobDocuments.Create(
            job,
            from result in transcript.ToDocument().Cases
            from run in result.Runs
            select new JobEvent.RunEnded(result.Key, run with { ExcludedByUser = excludedByUser && run.Round > 0 }),
            Info);
    }

    private static BenchmarkInfo Info { get; } = new ProbeBenchmark([new("a"), new("b")]).Info;

    private static Decision UntilDecided(int warmups = 0) => DecisionOf(TestJobs.UntilDecided(warmups));

    private static Decision DecisionOf(Job job) => new(job, Info, [], new());

    private static void AddRounds(Decision decision, int first, int end, double slower)
    {
        for (var round = first; round < end; round++)
        {
            decision.Add(KeyOf("a"), RunOf(round, 0.040 + (round * 0.0001)));
            decision.Add(KeyOf("b"), RunOf(round, (0.040 * slower) + (round * 0.0001)));
        }
    }

    private static CaseKey KeyOf(string strategy) => TestCases.Key(strategy, EmbeddedTarget.TargetName);

    private static Run RunOf(int round, double seconds) =>
        new() { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds, Operations = 1 };
}
