using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Proofs.Running.Workers;

public sealed class WorkerPayloadTests(RunningServer server) : IClassFixture<RunningServer>
{
    [Fact]
    public async Task A_worker_process_reads_the_values_from_their_file()
    {
        using var payload = SamplePayload.OfJson();
        var job = ContractJob.Of("insert", ["batch", "zstd"], """{"items": 26, "keys": 2}""", payload);
        var runner = new Runner(Catalogue.Default, _ => server.Target)
        {
            FindPayload = payload.Store.FindFile,
            WorkerProgram = ClientCatalogue.DefaultProgram,
        };

        var events = await TestJobs.RunAsync(runner, job, null, TestContext.Current.CancellationToken);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
        events.Runs().Length.ShouldBe(2 * 3, "two strategies and the floor, each with a warm-up");
    }
}
