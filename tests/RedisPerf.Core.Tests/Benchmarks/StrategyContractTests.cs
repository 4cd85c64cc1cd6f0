using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The contract of all strategies with the runner, on every engine that is available on this machine.</summary>
public class StrategyContractTests(RunningServers servers) : IClassFixture<RunningServers>
{
    /// <summary>A seed that orders the first round so that the strategy to cancel runs before the floor.</summary>
    private static readonly int StrategyFirst = Enumerable.Range(1, 100).First(seed => new RoundOrder(seed).Next(["strategy", "floor"])[0] == "strategy");

    /// <summary>Bytes that the runner sends between its two samples of the server: INFO commandstats of the first, INFO of the second.</summary>
    private const int Probe = 33 + 14;

    // Client 2 sends SELECT again after a command that it does not recognize, such as BITFIELD.
    private static readonly bool ClientSelectsAfterBitfield = typeof(ConnectionMultiplexer).Assembly.GetName().Version!.Major < 3;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    // A Valkey next to a Redis is another target, if installed.
    private static IEnumerable<string> Targets => new[] { EmbeddedTarget.TargetName, LocalTarget.TargetName }.Union(LocalTarget.Find("").Where(target => target.IsInstalled).Select(target => target.Name));

    public static TheoryData<string, string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in benchmark.Info.Strategies
        from target in Targets
        select (benchmark.Info.Name, strategy.Name, target))];

    [Fact]
    public void Every_benchmark_has_a_sample() =>
        ContractSample.All.Select(sample => sample.Benchmark).ShouldBe(Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name), ignoreOrder: true);

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Writes_the_reported_data_verifies_and_removes_its_keys(string benchmark, string strategy, string target)
    {
        var sample = SampleOf(benchmark);
        var job = JobOf(benchmark, strategy, target, sample.SmallJob);

        var events = await new Runner(Catalogue.Default, _ => servers.Find(target)).RunAsync(job, Ct).ToListAsync(Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", Runs(events).Select(run => run.Error.ToText())));
        var cases = events.OfType<JobEvent.RunEnded>().Where(ended => ended.Case.Strategy == strategy).ToLookup(ended => ended.Case, ended => ended.Run);
        cases.ShouldNotBeEmpty();
        cases.ShouldAllBe(runs => runs.Count() == 2);
        foreach (var run in cases.SelectMany(runs => runs))
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            run.Verified.ShouldBeTrue();
            run.Seconds!.Value.ShouldBeGreaterThan(0);
            run.Operations!.Value.ShouldBeGreaterThan(0);
            sample.Check(strategy, run);
            run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients, "every command is the run's own");
            if (run.Server!.NetInputBytes is { } received)
            {
                var sent = run.WireBytes!.Value;
                (received - Probe).ShouldBeInRange(sent, sent + (ClientSelectsAfterBitfield ? sent / 1_000 : 0));
            }
        }

        (await servers.KeysAsync(target, job.KeyPrefix + "*")).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Stops_on_cancellation_and_removes_its_keys(string benchmark, string strategy, string target)
    {
        Assert.SkipUnless(SampleOf(benchmark).IsOnServer(strategy), "It uses no server and ends before it can be cancelled.");
        var job = JobOf(benchmark, strategy, target, SampleOf(benchmark).LongJob(strategy));
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var events = new List<JobEvent>();

        await foreach (var jobEvent in new Runner(Catalogue.Default, _ => servers.Find(target)).RunAsync(job, cancel.Token))
        {
            events.Add(jobEvent);
            if (jobEvent is JobEvent.Progressed { Progress.Current: { } current } && current.StartsWith(strategy, StringComparison.Ordinal) && !cancel.IsCancellationRequested)
            {
                cancel.CancelAfter(TimeSpan.FromMilliseconds(60));
            }
        }

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Cancelled, null));
        Runs(events)[^1].State.ShouldBe(RunState.Cancelled);
        Runs(events)[^1].Seconds.ShouldBeNull();
        (await servers.KeysAsync(target, job.KeyPrefix + "*")).ShouldBeEmpty();
    }

    private static ContractSample SampleOf(string benchmark) => ContractSample.All.Single(sample => sample.Benchmark == benchmark);

    private static Run[] Runs(IEnumerable<JobEvent> events) => [.. events.OfType<JobEvent.RunEnded>().Select(ended => ended.Run)];

    private static Job JobOf(string benchmark, string strategy, string target, string options)
    {
        RunningServers.SkipUnlessThere(target);
        return TestJobs.Of(TestJobs.Draft(benchmark, [strategy], options) with
        {
            Targets = [target],
            Warmups = JsonSerializer.SerializeToElement(1),
            Seed = JsonSerializer.SerializeToElement(StrategyFirst),
        });
    }
}
