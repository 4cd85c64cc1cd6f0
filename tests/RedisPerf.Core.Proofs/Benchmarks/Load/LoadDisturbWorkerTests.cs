using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Benchmarks.Load;

/// <summary>A server that one worker process kills, while the process of the job starts it again and another worker measures it next.</summary>
public sealed class LoadDisturbWorkerTests
{
    [Fact]
    public async Task Two_workers_restart_one_server_alternately()
    {
        var redis = SearchPath.Find("redis-server");
        Assert.SkipUnless(redis is not null, "redis-server is not installed here.");
        using var data = new DataFolder();
        var clients = ClientCatalogue.Of("");
        var job = TestJobs.Of(TestJobs.Draft("load", ["open-loop"], """
            { "rates": "1000", "secondsPerRun": 3, "disturbAt": 1, "readShare": 50, "keys": 100, "disturb": ["none", "restart"] }
            """) with
        { Fields = TestJobs.Rounds(2, 0) });
        job = job with { Request = job.Request with { Clients = [.. clients.Names.Take(2)] } };
        var runner = new Runner(Catalogue.Default, _ => new LocalTarget(LocalTarget.TargetName, redis, data.Path)) { FindClient = clients.Find };

        var events = await TestJobs.RunAsync(runner, job, null, Ct);

        events.Ended().Length.ShouldBe(2 * 2 * job.Request.Clients.Count);
        events.Ended().ShouldAllBe(ended => ended.Run.State == RunState.Ok && ended.Run.Timeline != null);
        events.Ended().ShouldAllBe(ended => ended.Run.Figures!["lostWrites"] > 0 == (ended.Case.At["disturb"] == "restart"));
        Directory.GetFileSystemEntries(data.Servers).ShouldBeEmpty();
    }
}
