using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The contract of all strategies with the runner, on every engine that is available on this machine.</summary>
public class StrategyContractTests(RunningServers servers) : IClassFixture<RunningServers>
{
    /// <summary>Bytes that the runner sends between its two samples of the server: INFO commandstats of the first, INFO of the second.</summary>
    private const int Probe = 33 + 14;

    /// <summary>Bytes of the client's heartbeat, which rarely occurs during a short run: INFO replication, PING, or both.</summary>
    private static readonly long[] Heartbeats = [32, 14, 32 + 14];

    // Client 2 sends SELECT again after a command that it does not recognize, such as BITFIELD.
    private static readonly bool ClientSelectsAfterBitfield = typeof(ConnectionMultiplexer).Assembly.GetName().Version!.Major < 3;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public void Every_benchmark_has_a_sample() =>
        ContractSample.All.Select(sample => sample.Benchmark).ShouldBe(Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name), ignoreOrder: true);

    [Theory]
    [MemberData(nameof(ContractJob.Strategies), MemberType = typeof(ContractJob))]
    public async Task Writes_the_reported_data_verifies_and_removes_its_keys(string benchmark, string strategy, string target)
    {
        var sample = ContractSample.Of(benchmark);
        var job = ContractJob.Of(benchmark, strategy, target, sample.SmallJob);

        await RunAsync(job, RunnerOn(target), run => sample.Check(strategy, run));
    }

    [Theory]
    [MemberData(nameof(ContractJob.PayloadStrategies), MemberType = typeof(ContractJob))]
    public async Task Writes_values_of_different_sizes(string benchmark, string strategy, string target)
    {
        using var payload = SamplePayload.OfJson();
        var sample = ContractSample.Of(benchmark);
        var job = ContractJob.Of(benchmark, strategy, target, sample.SmallJob, payload);
        var runner = RunnerOn(target, payload);
        if (sample.PayloadRefusal(strategy) is { } code)
        {
            var events = await runner.RunAsync(job, Ct).ToListAsync(Ct);
            events.OfType<JobEvent.Started>().Single().Environment.Unsupported.Select(@case => @case.Reason.Code).ShouldBe([code]);
            return;
        }

        await RunAsync(job, runner, run => sample.CheckPayload(strategy, run, payload.Values));
    }

    [Theory]
    [MemberData(nameof(ContractJob.SizesStrategies), MemberType = typeof(ContractJob))]
    public async Task Writes_generated_values_of_several_sizes(string benchmark, string strategy, string target)
    {
        var sample = ContractSample.Of(benchmark);
        var job = ContractJob.Of(benchmark, strategy, target, sample.SizesJob!);
        var runner = RunnerOn(target);
        if (sample.SizesRefusal(strategy) is { } code)
        {
            (await runner.RunAsync(job, Ct).ToListAsync(Ct)).OfType<JobEvent.Started>().Single().Environment.Unsupported.Select(@case => @case.Reason.Code).ShouldBe([code]);
            return;
        }

        await RunAsync(job, runner, run => run.PayloadBytes.ShouldBe(Catalogue.Default.Find(benchmark)!.Estimate(job.Request).PayloadBytes));
    }

    // On a busy machine, the lease of the previous job may not be released but expire.
    private Runner RunnerOn(string target, SamplePayload? payload = null) => new(Catalogue.Default, _ => servers.Find(target))
    {
        FindPayload = hash => payload?.Store.FindFile(hash),
        WaitsAsync = (_, _, waited, _) => Task.FromResult(waited < TimeSpan.FromMinutes(1)),
    };

    private async Task RunAsync(Job job, Runner runner, Action<Run> check)
    {
        var (benchmark, strategy, target) = (job.Request.Benchmark, job.Request.Strategies.Single(), job.Request.Targets.Single());
        var events = await runner.RunAsync(job, Ct).ToListAsync(Ct);

        // A job of the floor alone measures nothing that can be compared with it.
        var end = Catalogue.Default.Find(benchmark)!.Info.FindStrategy(strategy)!.IsFloor
            ? new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.NoContenderSucceeded))
            : new JobEvent.Ended(JobState.Completed, null);
        events[^1].ShouldBe(end, string.Join(" ", Runs(events).Select(run => run.Error.ToText())));
        var cases = events.OfType<JobEvent.RunEnded>().Where(ended => ended.Case.Strategy == strategy).ToLookup(ended => ended.Case, ended => ended.Run);
        cases.ShouldNotBeEmpty();
        cases.ShouldAllBe(runs => runs.Count() == 2);
        foreach (var run in cases.SelectMany(runs => runs))
        {
            run.State.ShouldBe(RunState.Ok, run.Error.ToText());
            run.Verified.ShouldBeTrue();
            run.Seconds!.Value.ShouldBeGreaterThan(0);
            run.Operations!.Value.ShouldBeGreaterThan(0);
            check(run);
            run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients, "every command is the run's own");
            if (run.Server!.NetInputBytes is { } received)
            {
                var sent = run.WireBytes!.Value;
                var others = received - Probe - sent;
                (Heartbeats.Contains(others) ? 0 : others).ShouldBeInRange(0, ClientSelectsAfterBitfield ? sent / 1_000 : 0, $"{received} bytes received, {sent} sent");
            }
        }

        (await servers.KeysAsync(target, job.KeyPrefix + "*")).ShouldBeEmpty();
    }

    private static Run[] Runs(IEnumerable<JobEvent> events) => [.. events.OfType<JobEvent.RunEnded>().Select(ended => ended.Run)];
}
