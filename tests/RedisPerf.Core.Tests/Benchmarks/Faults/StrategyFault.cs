using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks.Faults;

/// <summary>A job with a fault while a strategy executes. Each kind of fault has its own test class, so that they
/// run at the same time.</summary>
internal static class StrategyFault
{
    private static readonly TimeSpan BeforeFault = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan Earliest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    public static TheoryData<string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in ContractSample.Of(benchmark.Info.Name).Supported
        where ContractSample.Of(benchmark.Info.Name).IsOnServer(strategy.Name)
        select (benchmark.Info.Name, strategy.Name))];

    /// <summary>The first strategy of each benchmark, the first as-published one, and the floor. The connection is lost in the same way for
    /// all; <c>ClosedConnectionTests</c> has each of them.</summary>
    public static TheoryData<string, string> OneOfEachKind => [.. Strategies.Select(row => row.Data)
        .GroupBy(row => (row.Item1, Catalogue.Default.Find(row.Item1)!.Info.FindStrategy(row.Item2)!.AsPublished,
            row.Item2 == Catalogue.Default.Find(row.Item1)!.Info.Floor))
        .Select(kind => kind.First())];

    /// <summary>Runs a strategy on the server until the fault, and returns its only run and the prefix of its keys.</summary>
    public static async Task<(Run Run, string KeyPrefix)> RunAsync(RedisServer redis, string name, string strategy, Func<Task> fault)
    {
        var job = TestJobs.Of(TestJobs.Draft(name, [strategy], ContractSample.Of(name).LongJob(strategy)));

        var events = await TestJobs.RunAsync(RunnerOf(redis.Target, name, strategy, fault), job, null, Ct).WaitAsync(Limit, Ct);

        var run = events.Runs().ShouldHaveSingleItem();
        events[^1].ShouldBeOfType<JobEvent.Ended>().State.ShouldBe(JobState.Failed);
        return (run, job.KeyPrefix);
    }

    /// <summary>A runner of one strategy of a benchmark, without the floor.</summary>
    /// <param name="target">The target of all names.</param>
    /// <param name="benchmark">The name of the benchmark.</param>
    /// <param name="fault">What occurs while the strategy executes.</param>
    public static Runner RunnerOf(ITarget target, string benchmark, string strategy, Func<Task> fault) =>
        new(new Catalogue([new FaultyBenchmark(Catalogue.Default.Find(benchmark)!, strategy, fault)]), _ => target);

    /// <summary>A case of a benchmark with a fault while it executes.</summary>
    private sealed class FaultyBenchmark(IBenchmark benchmark, string strategy, Func<Task> fault) : IBenchmark
    {
        public BenchmarkInfo Info => benchmark.Info;

        public IReadOnlyList<Case> Cases(JobRequest request, string keyPrefix) =>
            [.. benchmark.Cases(request, keyPrefix).Where(item => item.Strategy.Name == strategy).Take(1)
                .Select(item => new FaultyCase(item, fault) { At = item.At })];

        public JobEstimate Estimate(JobRequest request, Coordinates at) => benchmark.Estimate(request, at);
    }

    private sealed class FaultyCase(Case inner, Func<Task> fault) : Case(inner.Strategy)
    {
        public override SharedData? Shared => inner.Shared;

        public override int Connections => inner.Connections;

        public override long MaxCommandWords => inner.MaxCommandWords;

        public override TimeSpan ResponseTimeout => inner.ResponseTimeout;

        public override Task SetupAsync(CaseContext context, CancellationToken ct) => inner.SetupAsync(context, ct);

        public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
        {
            // On a busy machine a short execution can end before the fault. Then it is repeated, with an earlier fault.
            for (var delay = BeforeFault; ; delay /= 2)
            {
                var executing = Task.Run(() => inner.ExecuteAsync(context, ct), ct);
                await Task.WhenAny(executing, Task.Delay(delay, ct));
                if (executing.IsCompletedSuccessfully && delay > Earliest)
                {
                    continue;
                }

                executing.IsCompleted.ShouldBeFalse("the fault must occur during the execution");
                await fault();
                await executing;
                return;
            }
        }

        public override Task VerifyAsync(CaseContext context, CancellationToken ct) => inner.VerifyAsync(context, ct);

        public override Task TeardownAsync(CaseContext context, CancellationToken ct) => inner.TeardownAsync(context, ct);
    }
}
