using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>The thread pool of <c>calls</c> in a worker process. The process of the tests has a fixed minimum.</summary>
public sealed class CallsWorkerTests
{
    [Fact]
    public async Task The_minimum_of_the_pool_is_that_of_a_run_and_restored_after_it()
    {
        // Synchronous calls of two callers can block both threads of the pool, and a run without a reply has no figures.
        await using var redis = await RedisServer.StartAsync();
        var job = TestJobs.Of(TestJobs.Draft("calls", ["await"], """{ "callers": "2", "secondsPerRun": 0.1, "minThreads": [0, 9] }"""));
        job = job with { Request = job.Request with { Clients = [.. ClientCatalogue.Of("").Names] } };
        var runner = new Runner(Catalogue.Default, _ => redis.Target) { FindClient = ClientCatalogue.Of("").Find };

        var events = await TestJobs.RunAsync(runner, job, null, Ct);

        events.Ended().Length.ShouldBe(2 * job.Request.Clients.Count * (job.Request.Runs + job.Request.Warmups));
        events.Ended().ShouldAllBe(ended =>
            ended.Run.Figures!["threadsMin"] == (ended.Case.At["minThreads"] == "9" ? 9 : Environment.ProcessorCount));
    }
}
