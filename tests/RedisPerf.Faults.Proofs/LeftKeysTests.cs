using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>A job ends so that its keys stay on an existing server: they are removed as soon as that is possible, and other keys remain.</summary>
public sealed class LeftKeysTests : IDisposable
{
    private const string Job = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["mine"], "runs": 100, "options": { "items": 20000,
          "payloadBytes": 1000, "batchSize": 1 } }
        """;

    private const string JobOfScripts = """
        { "benchmark": "insert", "strategies": ["lua"], "targets": ["mine"], "runs": 100, "options": { "items": 20000, "payloadBytes": 1000 } }
        """;

    private readonly DataFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_target_is_silent_at_the_restart()
    {
        await using var redis = await StartRedisAsync();
        var id = await KillDuringJobAsync(redis);
        await Signals.SendAsync("STOP", redis.ProcessId);

        await using var host = StartHost(redis.Address);

        var prefix = $"redisperf:{Guid.Parse(id):N}:*";
        await host.UntilAsync(
            $"/api/jobs/{id}", job => job.Text("error")!.Contains($"The job's keys {prefix} may remain on mine: ", StringComparison.Ordinal));
        await Signals.SendAsync("CONT", redis.ProcessId);
        await host.UntilAsync($"/api/jobs/{id}", job => job.Text("error") == "RedisPerf ended while this job ran.");
        await ShouldHaveOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task The_program_is_killed_again_during_the_recovery()
    {
        await using var redis = await StartRedisAsync();
        await KillDuringJobAsync(redis);
        await Signals.SendAsync("STOP", redis.ProcessId);
        await using (var program = StartProgram(redis))
        {
            await program.AddressAsync();
            await program.KillAsync();
        }

        await Signals.SendAsync("CONT", redis.ProcessId);
        await using var host = StartHost(redis.Address);

        await UntilOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task The_target_is_removed_from_the_configuration_and_added_later_with_another_name()
    {
        await using var redis = await StartRedisAsync();
        var id = await KillDuringJobAsync(redis);
        await using (var host = WebHost.StartOn(_folder, new FastTime(10)))
        {
            await host.UntilAsync(
                $"/api/jobs/{id}", job => job.Text("error")!.EndsWith("may remain on mine: The target no longer exists.", StringComparison.Ordinal));
        }

        await using var later =
            WebHost.StartOn(_folder, new FastTime(10), ("RedisPerf:Targets:0:Name", "yours"), ("RedisPerf:Targets:0:Connection", redis.Address));

        await UntilOnlyForeignKeysAsync(redis);
        await later.UntilAsync($"/api/jobs/{id}", job => job.Text("error") == "RedisPerf ended while this job ran.");
    }

    [Fact]
    public async Task A_job_is_cancelled_while_the_target_hangs()
    {
        await using var redis = await StartRedisAsync();
        await using var host = StartHost(redis.Address);
        var id = (await host.QueueAsync(Job.Replace("\"runs\"", "\"slices\": 1, \"runs\"", StringComparison.Ordinal))).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 1);
        // Early in a run of 20 hashes: its end would remove the keys before the signal.
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") is > 0 and < 5);
        await Signals.SendAsync("STOP", redis.ProcessId);

        using var cancelled = await host.CancelAsync(id);
        (await host.EndedAsync(id)).Text("error")!.ShouldStartWith($"The job's keys redisperf:{Guid.Parse(id):N}:* may remain on mine: ");
        await Signals.SendAsync("CONT", redis.ProcessId);

        await host.UntilAsync($"/api/jobs/{id}", job => job["error"] is null);
        await ShouldHaveOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task A_script_call_arrives_after_the_keys_of_its_cancelled_job_were_removed()
    {
        await using var redis = await StartRedisAsync();
        await using var relay = new LateRelay(redis.Address);
        // The calls must arrive in the time in which a late command is expected: 30 seconds take six.
        await using var host = StartHost(relay.Address, connectTimeout: 20_000, factor: 5);
        var id = (await host.QueueAsync(JobOfScripts)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 1);
        relay.HoldScripts = true;
        await relay.Held.WaitAsync(Ct);

        using var cancelled = await host.CancelAsync(id);
        (await host.EndedAsync(id)).Text("state").ShouldBe("cancelled");
        relay.Release();

        await Poll.UntilAsync(() => host.Log.Contains($"keys of job {id} from mine", StringComparison.Ordinal));
        await UntilOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task Keys_of_a_killed_command_line_are_removed()
    {
        await using var redis = await StartRedisAsync();
        await using (var cli = CliProcess.Start(_folder.Path,
            $"run insert -s multi-exec --items 20000 --payload-bytes 1000 --batch-size 1 --slices 1 --runs 100 --target {redis.Address}"))
        {
            await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") > 0);
            await cli.KillAsync();
        }

        (await redis.CountKeysAsync("redisperf:*:Account:*")).ShouldBeGreaterThan(0);
        await using var host = StartHost(redis.Address);

        await UntilOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task The_worker_of_a_killed_program_removes_the_keys_of_its_slice()
    {
        await using var redis = await StartRedisAsync();

        await KillDuringJobAsync(redis, withWorker: false);

        // Nothing is started again.
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") == 0);
        await ShouldHaveOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task The_command_clean_lists_and_removes_them()
    {
        await using var redis = await StartRedisAsync();
        await KillDuringJobAsync(redis);
        var keys = await redis.CountKeysAsync("redisperf:*:Account:*");
        keys.ShouldBeGreaterThan(0);

        await using var refused = CliProcess.Start(_folder.Path, $"clean --target {redis.Address}");
        var (code, output, _) = await refused.EndAsync("n");
        code.ShouldBe(0);
        output.ShouldContain($"Remove {keys} keys from {redis.Address}? [y/N] Nothing was removed.");
        (await redis.CountKeysAsync("redisperf:*:Account:*")).ShouldBe(keys);

        await using var confirmed = CliProcess.Start(_folder.Path, $"clean --target {redis.Address}");
        (await confirmed.EndAsync("y")).Output.ShouldEndWith($"{redis.Address}: {keys} keys removed.{Environment.NewLine}");
        await ShouldHaveOnlyForeignKeysAsync(redis);
    }

    [Fact]
    public async Task The_command_clean_does_not_remove_the_keys_of_a_running_job()
    {
        await using var redis = await StartRedisAsync();
        await using var host = StartHost(redis.Address);
        var id = (await host.QueueAsync(Job)).Text("id")!;
        await Poll.UntilAsync(async () =>
        {
            (await host.GetAsync($"/api/jobs/{id}")).Text("state").ShouldBeOneOf("queued", "running");
            return await redis.CountKeysAsync("redisperf:*:Account:*") > 0;
        });

        await using var clean = CliProcess.Start(_folder.Path, $"clean --yes --target {redis.Address}");
        var (code, output, errors) = await clean.EndAsync();

        code.ShouldBe(0, errors);
        output.ShouldBe($"{redis.Address}: no keys of ended jobs.{Environment.NewLine}");
        var job = await host.UntilAsync($"/api/jobs/{id}", job => job["progress"]?["done"] is { } done && (int)done! >= 3);
        job["cases"]!.AsArray().SelectMany(@case => @case!["runs"]!.AsArray()).ShouldAllBe(run => run!.Text("state") == "ok");
    }

    [Fact]
    public async Task The_command_clean_does_not_remove_the_keys_of_a_job_that_starts_before_the_confirmation()
    {
        await using var redis = await StartRedisAsync();
        var id = await KillDuringJobAsync(redis);
        await using var clean = CliProcess.Start(_folder.Path, $"clean --target {redis.Address}");
        await clean.UntilAskedAsync("Remove ");
        // As the lease of a RedisPerf on another machine, in which the job continues.
        await redis.SetAsync("redisperf:lease", $"\"{Guid.Parse(id):N} elsewhere 1 2 3\"");
        var keys = await redis.CountKeysAsync("redisperf:*:Account:*");

        var (code, output, errors) = await clean.EndAsync("y");

        code.ShouldBe(0, errors);
        output.ShouldContain($"{redis.Address}: the keys redisperf:{Guid.Parse(id):N}:* remain, because the job runs now.");
        (await redis.CountKeysAsync("redisperf:*:Account:*")).ShouldBe(keys);
    }

    [Fact]
    public async Task They_are_not_removed_while_another_RedisPerf_measures_on_the_server()
    {
        await using var redis = await StartRedisAsync();
        var prefix = $"redisperf:{Guid.Parse(await KillDuringJobAsync(redis)):N}:*";
        using var folder = new DataFolder();
        await using var other = CliProcess.Start(folder.Path,
            $"run insert -s multi-exec --items 20000 --payload-bytes 1000 --batch-size 1 --slices 1 --runs 100 --target {redis.Address}");
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") > await redis.CountKeysAsync(prefix));

        await using var host = StartHost(redis.Address);
        await Poll.UntilAsync(() => host.Log.Contains("are removed later: another RedisPerf measures a job on the server", StringComparison.Ordinal));

        (await redis.CountKeysAsync(prefix)).ShouldBeGreaterThan(0);
        await other.KillAsync();
        await Poll.UntilAsync(async () => await redis.CountKeysAsync(prefix) == 0);
    }

    private static async Task<RedisServer> StartRedisAsync()
    {
        var redis = await RedisServer.StartAsync();
        await redis.SetAsync("redisperf:theirs", "kept");
        await redis.SetAsync("other", "kept");
        return redis;
    }

    private static async Task ShouldHaveOnlyForeignKeysAsync(RedisServer redis) =>
        (await redis.CountKeysAsync("*") - await redis.CountKeysAsync("redisperf:lease")).ShouldBe(2);

    private static Task UntilOnlyForeignKeysAsync(RedisServer redis) => Poll.UntilAsync(async () => await redis.CountKeysAsync("*") == 2);

    // The pauses of 30 seconds between two attempts take three.
    private WebHost StartHost(string address, int connectTimeout = 3_000, int factor = 10) =>
        WebHost.StartOn(_folder, new FastTime(factor), ("RedisPerf:Targets:0:Name", "mine"),
            ("RedisPerf:Targets:0:Connection", $"{address},connectTimeout={connectTimeout}"));

    private ProgramProcess StartProgram(RedisServer redis) => ProgramProcess.Start(
        ["--urls", "http://127.0.0.1:0"],
        ("RedisPerf__Data", _folder.Path),
        ("RedisPerf__Targets__0__Name", "mine"),
        ("RedisPerf__Targets__0__Connection", redis.Address));

    /// <summary>Starts a job and kills the program when the job has keys on the server.</summary>
    private async Task<string> KillDuringJobAsync(RedisServer redis, bool withWorker = true)
    {
        await using var program = StartProgram(redis);
        using var client = await program.ConnectAsync();
        using var answer = await client.PostAsync("/api/jobs", new StringContent(Job, Encoding.UTF8, "application/json"), Ct);
        var id = JsonNode.Parse(await answer.Content.ReadAsStringAsync(Ct))!.Text("id")!;
        await Poll.UntilAsync(async () => await redis.CountKeysAsync("redisperf:*:Account:*") > 0);
        await program.KillAsync(withWorker);
        return id;
    }
}
