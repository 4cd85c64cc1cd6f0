using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>What every strategy of the catalogue owes the runner, on every engine that can be had here.</summary>
public class StrategyContractTests(RunningServers servers) : IClassFixture<RunningServers>
{
    /// <summary>Orders the first round so that a job to be cancelled need not wait for the floor.</summary>
    private static readonly int StrategyFirst = Enumerable.Range(1, 100).First(seed => new RoundOrder(seed).Next(["strategy", "floor"])[0] == "strategy");

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    public static TheoryData<string, string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in benchmark.Info.Strategies
        from target in new[] { "embedded", "local" }
        select (benchmark.Info.Name, strategy.Name, target))];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Writes_what_it_says_verifies_and_leaves_no_key_behind(string benchmark, string strategy, string target)
    {
        var job = JobOf(benchmark, strategy, target, """{"items": 240, "keys": 12, "payloadBytes": 3000, "fieldsPerLua": 7, "fieldsPerHset": 7, "batchSize": 9, "windowBytes": 65536}""");

        var events = await new Runner(Catalogue.Default, _ => servers.Find(target)).RunAsync(job, Ct).ToListAsync(Ct);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", Runs(events).Select(run => run.Error)));
        var runs = events.OfType<JobEvent.RunEnded>().Where(ended => ended.Case.Strategy == strategy).Select(ended => ended.Run).ToArray();
        runs.Length.ShouldBe(2);
        foreach (var run in runs)
        {
            run.State.ShouldBe(RunState.Ok, run.Error);
            run.Verified.ShouldBeTrue();
            run.Seconds!.Value.ShouldBeGreaterThan(0);
            run.PayloadBytes.ShouldBe(240L * 3000);
            run.Operations!.Value.ShouldBeGreaterThanOrEqualTo(240);
            (run.Disturbed ?? "").ShouldNotContain("worked for others", customMessage: "every command is the run's own");
            if (run.Server!.NetInputBytes is { } received)
            {
                // The server counts its own probe too.
                ((double)received / run.WireBytes!.Value).ShouldBeInRange(0.98, 1.02);
            }
        }

        (await servers.KeysAsync(target, job.KeyPrefix + "*")).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Stops_soon_when_cancelled_and_leaves_no_key_behind(string benchmark, string strategy, string target)
    {
        var job = JobOf(benchmark, strategy, target, """{"items": 20000, "payloadBytes": 32768, "compressionLevel": "fastest"}""");
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

    private static Run[] Runs(IEnumerable<JobEvent> events) => [.. events.OfType<JobEvent.RunEnded>().Select(ended => ended.Run)];

    private static Job JobOf(string benchmark, string strategy, string target, string options)
    {
        RunningServers.SkipUnlessThere(target);
        var draft = new JobDraft
        {
            Benchmark = benchmark,
            Strategies = [strategy],
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
            Targets = [target],
            Runs = JsonSerializer.SerializeToElement(1),
            Seed = JsonSerializer.SerializeToElement(StrategyFirst),
        };
        var request = draft.Validate(Catalogue.Default, [target], out var errors);
        errors.ShouldBeEmpty();
        return Job.Create(request!, RequestedBy.Cli, DateTimeOffset.UtcNow);
    }
}
