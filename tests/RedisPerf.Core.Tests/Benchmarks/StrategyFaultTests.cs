using System.Diagnostics;
using System.Net.Sockets;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>For every strategy of the catalogue, a run with a lost connection fails with that reason.</summary>
public sealed class StrategyFaultTests(ITestOutputHelper output)
{
    private static readonly TimeSpan BeforeFault = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in benchmark.Info.Strategies
        where SampleOf(benchmark.Info.Name).IsOnServer(strategy.Name)
        select (benchmark.Info.Name, strategy.Name))];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Run_fails_when_the_server_is_killed(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, _) = await RunAsync(redis, benchmark, strategy, () =>
        {
            Process.GetProcessById(redis.ProcessId).Kill();
            return Task.CompletedTask;
        });

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Run_fails_when_the_server_restarts(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync("--enable-debug-command", "yes");

        var (run, prefix) = await RunAsync(redis, benchmark, strategy, async () =>
        {
            await Should.ThrowAsync<IOException>(() => redis.AskAsync("DEBUG", "RESTART"));
            while (!await AnswersAsync(redis))
            {
                await Task.Delay(20, Ct);
            }
        });

        run.ShouldBeNoNumber().ShouldMatch("^The (connection to the server of target 'mine' was lost|server of target 'mine' was restarted during the run)");
        (await redis.AskAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Run_fails_when_the_server_closes_the_connection(string benchmark, string strategy)
    {
        await using var redis = await RedisServer.StartAsync();

        var (run, prefix) = await RunAsync(redis, benchmark, strategy, () => redis.AskAsync("CLIENT", "KILL", "TYPE", "normal"));

        run.ShouldBeNoNumber().ShouldStartWith("The connection to the server of target 'mine' was lost");
        (await redis.AskAsync("KEYS", prefix + "*")).Items.ShouldBeEmpty();
    }

    private static async Task<bool> AnswersAsync(RedisServer redis)
    {
        try
        {
            await redis.AskAsync("PING");
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static ContractSample SampleOf(string benchmark) => ContractSample.All.Single(sample => sample.Benchmark == benchmark);

    private async Task<(Run Run, string KeyPrefix)> RunAsync(RedisServer redis, string name, string strategy, Func<Task> fault)
    {
        var benchmark = Catalogue.Default.Find(name)!;
        var job = TestJobs.Of(TestJobs.Draft(name, [strategy], SampleOf(name).LongJob(strategy)));
        var runner = new Runner(new Catalogue([new FaultyBenchmark(benchmark, strategy, fault)]), _ => redis.Target);

        var events = await TestJobs.RunAsync(runner, job, null, Ct).WaitAsync(Limit, Ct);

        var run = events.Runs().ShouldHaveSingleItem();
        output.WriteLine(run.Error.ToText() ?? "");
        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Failed);
        return (run, job.KeyPrefix);
    }

    /// <summary>A case of a benchmark with a fault while it executes.</summary>
    private sealed class FaultyBenchmark(IBenchmark benchmark, string strategy, Func<Task> fault) : IBenchmark
    {
        public BenchmarkInfo Info => benchmark.Info;

        public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) =>
            [new FaultyCase(benchmark.Cases(request, keyPrefix).First(item => item.Strategy.Name == strategy), fault)];

        public JobEstimate Estimate(JobRequest request) => benchmark.Estimate(request);
    }

    private sealed class FaultyCase(Case inner, Func<Task> fault) : Case(inner.Strategy)
    {
        public override long? Point => inner.Point;

        public override SharedData? Shared => inner.Shared;

        public override long LongestCommand => inner.LongestCommand;

        public override TimeSpan ResponseTimeout => inner.ResponseTimeout;

        public override Task SetupAsync(CaseContext context, CancellationToken ct) => inner.SetupAsync(context, ct);

        public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
        {
            var executing = Task.Run(() => inner.ExecuteAsync(context, ct), ct);
            await Task.Delay(BeforeFault, ct);
            executing.IsCompleted.ShouldBeFalse("the fault must come in the middle");
            await fault();
            await executing;
        }

        public override Task VerifyAsync(CaseContext context, CancellationToken ct) => inner.VerifyAsync(context, ct);

        public override Task TeardownAsync(CaseContext context, CancellationToken ct) => inner.TeardownAsync(context, ct);
    }
}
