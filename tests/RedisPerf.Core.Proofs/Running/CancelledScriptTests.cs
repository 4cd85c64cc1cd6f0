using RedisPerf.Core.Model;
using RedisPerf.Core.Proofs.Benchmarks;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Proofs.Running;

/// <summary>A job is cancelled while the server runs a script that writes keys. A server with several threads replies to other
/// clients during the script.</summary>
public sealed class CancelledScriptTests(RunningServer redis, EmbeddedServer embedded) : IClassFixture<RunningServer>, IClassFixture<EmbeddedServer>
{
    private const string Key = "redisperf:script";

    [Theory]
    [InlineData(EmbeddedTarget.TargetName)]
    [InlineData(LocalTarget.TargetName)]
    public async Task Its_keys_are_removed_after_its_end(string target)
    {
        EngineServer server = target == LocalTarget.TargetName ? redis : embedded;
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        bool? wasWriting = null;
        var script = new ProbeCase("a")
        {
            Patience = TimeSpan.FromSeconds(20),
            Execute = async (context, _) =>
            {
                var writing = context.Database.ScriptEvaluateAsync("for i = 1, 400000 do redis.call('HSET', KEYS[1], i % 1000, 'v') end", [Key]);
                cancel.Token.Register(() => wasWriting = !writing.IsCompleted);
                cancel.CancelAfter(TimeSpan.FromMilliseconds(50));
                await writing;
            },
            Teardown = (context, _) => context.Database.KeyDeleteAsync(Key),
        };

        var events = await TestJobs.RunAsync(TestJobs.RunnerOf(server.Target, script), TestJobs.Probe(runs: 1), null, cancel.Token);

        wasWriting.ShouldBe(true);
        var run = events.Ended().ShouldHaveSingleItem().Run;
        run.State.ShouldBe(RunState.Cancelled);
        // A script in Garnet can take longer than the time of the removal.
        if (target == LocalTarget.TargetName)
        {
            run.Error.ShouldBeNull();
        }

        if (run.Error is null)
        {
            (await server.KeysAsync(Key)).ShouldBeEmpty();
        }
    }
}
