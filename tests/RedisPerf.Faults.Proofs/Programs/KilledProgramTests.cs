using System.Diagnostics;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>The program is killed during a job and restarted on the same data folder.</summary>
public sealed class KilledProgramTests
{
    [Fact]
    public async Task Its_job_is_interrupted_its_server_gone_and_the_waiting_job_runs()
    {
        using var folder = new DataFolder();
        var (running, waiting) = await KillAsync(folder, SmallJob.EndlessJson);
        Garnets(folder).ShouldBeEmpty();
        var left = folder.Servers.ShouldHaveSingleItem();

        await using var host = WebHost.StartOn(folder);

        var interrupted = await host.GetAsync($"/api/jobs/{running}");
        interrupted.Text("state").ShouldBe("interrupted");
        interrupted.Text("error").ShouldBe("RedisPerf ended while this job ran.");
        interrupted["endedAt"].ShouldNotBeNull();
        folder.Servers.ShouldNotContain(left);
        (await host.EndedAsync(waiting)).Text("state").ShouldBe("completed");
    }

    [Fact]
    public async Task Its_keys_are_removed_from_an_existing_server_and_other_keys_remain()
    {
        await using var redis = await RedisServer.StartAsync();
        using var folder = new DataFolder();
        await redis.SetAsync("redisperf:theirs", "kept");
        var (running, waiting) = await KillAsync(
            folder, SmallJob.EndlessJson.On("mine"), async job => await redis.CountKeysAsync(KeysOf(job)) > 0, Mine(redis.Address));
        (await redis.CountKeysAsync(KeysOf(running))).ShouldBeGreaterThan(0);

        await using var host = WebHost.StartOn(folder, Settings(redis.Address));

        (await host.EndedAsync(waiting)).Text("state").ShouldBe("completed");
        (await redis.CountKeysAsync(KeysOf(running))).ShouldBe(0);
        (await redis.CountKeysAsync("*")).ShouldBe(1);
        (await host.GetAsync($"/api/jobs/{running}")).Text("error").ShouldBe("RedisPerf ended while this job ran.");
    }

    [Fact]
    public async Task Keys_that_cannot_be_removed_are_reported_in_the_job_and_the_log_and_block_nothing()
    {
        using var folder = new DataFolder();
        string running;
        string waiting;
        string address;
        await using (var redis = await RedisServer.StartAsync())
        {
            address = redis.Address;
            (running, waiting) = await KillAsync(folder, SmallJob.EndlessJson.On("mine"), null, Mine(address));
        }

        await using var host = WebHost.StartOn(folder, Settings(address));

        (await host.EndedAsync(waiting)).Text("state").ShouldBe("completed");
        var error = (await host.GetAsync($"/api/jobs/{running}")).Text("error").ShouldNotBeNull();
        error.ShouldStartWith($"RedisPerf ended while this job ran. The job's keys {KeysOf(running)} may remain on mine: ");
        host.Log.ShouldContain("may remain on mine: ");
    }

    /// <summary>Queues a job that runs and one that waits, and kills the program while the first writes.</summary>
    private static async Task<(string Running, string Waiting)> KillAsync(
        DataFolder folder, string runningJson, Func<string, Task<bool>>? hasWritten = null, params (string Name, string Value)[] settings)
    {
        await using var program = ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], [("RedisPerf__Data", folder.Path), .. settings]);
        using var client = await program.ConnectAsync();
        var running = await QueueAsync(client, runningJson);
        var waiting = await QueueAsync(client, SmallJob.ShortJson);
        JsonObject job;
        do
        {
            await Task.Delay(50, Ct);
            job = (await client.GetFromJsonAsync<JsonObject>($"/api/jobs/{running}", Ct))!;
        }
        while (job["progress"] is null);

        // The first run has started, and takes far longer than this loop.
        await Poll.UntilAsync(async () => hasWritten is null || await hasWritten(running));

        await program.KillAsync();
        return (running, waiting);
    }

    private static async Task<string> QueueAsync(HttpClient client, string json)
    {
        using var response = await client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!;
    }

    private static string KeysOf(string job) => $"redisperf:{Guid.Parse(job):N}:*";

    private static (string Name, string Value)[] Mine(string address) =>
        [("RedisPerf__Targets__0__Name", "mine"), ("RedisPerf__Targets__0__Connection", address)];

    private static (string Key, string Value)[] Settings(string address) =>
        [("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", address)];

    // Each process runs in its own folder below the data folder.
    private static string[] Garnets(DataFolder folder)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reports the folder of a process.");
        return [.. Process.GetProcessesByName("GarnetServer").Select(process => Folder(process.Id)).OfType<string>()
            .Where(path => path.StartsWith(folder.Path, StringComparison.Ordinal))];
    }

    private static string? Folder(int process)
    {
        try
        {
            return Directory.ResolveLinkTarget($"/proc/{process}/cwd", returnFinalTarget: false)?.FullName;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
