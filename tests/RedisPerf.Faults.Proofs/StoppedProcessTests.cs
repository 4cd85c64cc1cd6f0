using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>A process is stopped for longer than its lease on the server: 15 seconds, while the other tests run.</summary>
public sealed class StoppedProcessTests
{
    [Fact]
    public async Task Its_run_fails_and_the_next_runs_succeed()
    {
        using var folder = new DataFolder();
        await using var redis = await RedisServer.StartAsync();
        await using var cli = CliProcess.Start(
            folder.Path, $"run insert -s multi-exec --items 20000 --payload-bytes 1000 --batch-size 1 --runs 2 --warmups 0 --target {redis.Address}");
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") > 0);

        // A run of the floor ends before a signal arrives on a busy machine.
        await redis.QueryAsync("CLIENT PAUSE 60000 WRITE");
        await cli.SignalAsync("STOP");
        await redis.QueryAsync("CLIENT UNPAUSE");
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:lease") == 0);

        await cli.SignalAsync("CONT");

        var (code, _, errors) = await cli.EndAsync();
        code.ShouldBe(1);
        var runs =
            errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => line.Contains(", run ", StringComparison.Ordinal)).ToArray();
        runs.Length.ShouldBe(4, errors);
        // The client may notice its lost connection before the lease is checked.
        var failed = runs.Where(line => !line.EndsWith(" s", StringComparison.Ordinal)).ShouldHaveSingleItem(errors);
        (failed.Contains("was not reserved for this job during the whole run", StringComparison.Ordinal)
            || failed.Contains("was lost", StringComparison.Ordinal))
            .ShouldBeTrue(failed);
        (await redis.CountKeysAsync("*")).ShouldBe(0);
    }
}
