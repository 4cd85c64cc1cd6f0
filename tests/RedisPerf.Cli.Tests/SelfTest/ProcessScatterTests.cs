using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;

namespace RedisPerf.Cli.Tests.SelfTest;

/// <summary>How much worker processes of the same program differ.</summary>
public sealed class ProcessScatterTests
{
    // Every process has its own level, every round its own, and every run a part that is neither.
    [Fact]
    public void Standard_deviations_between_and_within_processes_are_separated()
    {
        var random = new Random(7);
        double[] rounds = [.. Enumerable.Range(0, 200).Select(_ => Normal(random, 0.30))];
        double[][] logs = [.. Enumerable.Range(0, 200).Select(_ => Normal(random, 0.05)).Select(
            level => rounds.Select(round => level + round + Normal(random, 0.10)).ToArray())];

        var (between, within) = ProcessScatter.Scatter(logs);

        between!.Value.ShouldBe(0.05, 0.01);
        within!.Value.ShouldBe(0.10, 0.002);
    }

    [Fact]
    public void Without_a_difference_between_processes_only_the_runs_scatter()
    {
        var random = new Random(11);
        double[][] logs = [.. Enumerable.Range(0, 20).Select(_ => Enumerable.Range(0, 400).Select(_ => Normal(random, 0.10)).ToArray())];

        var (between, within) = ProcessScatter.Scatter(logs);

        between!.Value.ShouldBeLessThan(0.005);
        within!.Value.ShouldBe(0.10, 0.005);
        ProcessScatter.Scatter([[1, 2]]).ShouldBe((null, null));
        ProcessScatter.Scatter([]).ShouldBe((null, null));
    }

    [Fact]
    public void Pairs_of_processes_are_compared_and_each_process_is_in_one_pair()
    {
        var scatter = ProcessScatter.Of(DocumentOf(1, 1, 1, 2, 3), Catalogue.Default.Find("insert")!.Info);

        scatter.Verdicts.ShouldBe(new VerdictTally(2, Faster: 0, Slower: 1, Same: 1, Unclear: 0), "the fifth process has no pair");
        scatter.Medians.Count.ShouldBe(5);
        scatter.Rounds.ShouldBe(6);
        scatter.Describe().ShouldStartWith("insert batch: faster or slower in 1 of 2 pairs of 5 processes, 6 rounds\n  standard deviation between ");
    }

    private static JobDocument DocumentOf(params double[] levels)
    {
        var created = ProcessComparison.Jobs(levels.Length, rounds: 6, seed: 1, _ => Task.CompletedTask).First();
        var job = created.Create("here");
        var transcript = new JobTranscript(job, created.Benchmark);
        for (var round = 0; round < job.Request.Warmups + 6; round++)
        {
            foreach (var (process, level) in levels.Index())
            {
                transcript.Add(
                    new JobEvent.RunEnded(
                        new("batch", Coordinates.Of("here").With(Axis.Client, job.Request.Clients[process])),
                        new()
                        {
                            Round = round,
                            Warmup = round < job.Request.Warmups,
                            State = RunState.Ok,
                            Verified = true,
                            Seconds = level * (1 + (0.01 * ((round + process) % 2))),
                        }),
                    DateTimeOffset.UnixEpoch);
            }
        }

        return transcript.ToDocument();
    }

    // The sum of twelve uniform numbers has the variance 1.
    private static double Normal(Random random, double deviation) =>
        deviation * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6);
}
