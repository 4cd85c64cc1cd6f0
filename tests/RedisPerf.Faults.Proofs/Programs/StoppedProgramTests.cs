using System.Diagnostics;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>SIGTERM stops the program during a job, as from a service manager or a container engine.</summary>
public sealed class StoppedProgramTests
{
    [Fact]
    public async Task It_ends_in_time_its_job_is_interrupted_and_the_waiting_job_runs_at_the_next_start()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no SIGTERM.");
        using var folder = new DataFolder();
        await using var program = ProgramProcess.Start(["--urls", "http://127.0.0.1:0"], ("RedisPerf__Data", folder.Path));
        using var client = await program.ConnectAsync();
        var running = await QueueAsync(client, SmallJob.EndlessJson);
        var waiting = await QueueAsync(client, SmallJob.ShortJson);
        await Poll.UntilAsync(async () => (await client.GetFromJsonAsync<JsonObject>($"/api/jobs/{running}", Ct))!["progress"] is not null);

        var start = Stopwatch.GetTimestamp();
        await Signals.SendAsync("TERM", program.Id);
        var (_, output, errors) = await program.EndAsync();

        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(20));
        output.ShouldHaveSingleItem();
        errors.ShouldBeEmpty();
        folder.Servers.ShouldBeEmpty();
        await using var host = WebHost.StartOn(folder);
        var interrupted = await host.GetAsync($"/api/jobs/{running}");
        interrupted.Text("state").ShouldBe("interrupted");
        interrupted.Text("error").ShouldBe("RedisPerf was stopped while this job ran.");
        (await host.EndedAsync(waiting)).Text("state").ShouldBe("completed");
    }

    private static async Task<string> QueueAsync(HttpClient client, string json)
    {
        using var response = await client.PostAsync("/api/jobs", new StringContent(json, Encoding.UTF8, "application/json"), Ct);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonObject>(Ct))!.Text("id")!;
    }
}
