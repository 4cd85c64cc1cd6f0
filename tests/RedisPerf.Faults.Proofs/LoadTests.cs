using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Faults.Proofs.Programs;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Many jobs, changes and watchers at the same time. <c>REDISPERF_LOAD=300</c> sets the number of jobs; by default it is small
/// enough for each build.</summary>
public sealed class LoadTests
{
    private const int Parallel = 50;
    private const int Streams = 500;

    /// <summary>Jobs after which the caches of the program are filled.</summary>
    private const int FirstJobs = 5;

    /// <summary>Bytes of resident memory that a program may keep for further jobs, however many.</summary>
    private const long MaximumGrowth = 64 << 20;

    private static readonly int? Load =
        Environment.GetEnvironmentVariable("REDISPERF_LOAD") is { Length: > 0 } given ? int.Parse(given, CultureInfo.InvariantCulture) : null;

    [Fact]
    public async Task Parallel_cancels_and_deletes_of_the_queued_and_running_jobs_lose_no_job_and_have_no_server_error()
    {
        await using var host = WebHost.Start(("RedisPerf:QueueLimit", "1000"));
        var ids = new List<string>();
        for (var i = 0; i < (Load ?? 60); i++)
        {
            ids.Add((await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!);
        }

        var random = new Random(7);
        var requests = ids.SelectMany(
            id => Enumerable.Repeat((HttpMethod.Post, $"/api/jobs/{id}/cancel"), 2).Append((HttpMethod.Delete, $"/api/jobs/{id}"))).ToArray();
        random.Shuffle(requests);
        var statuses = new List<HttpStatusCode>();
        var deleted = 0;
        await System.Threading.Tasks.Parallel.ForEachAsync(
            requests, new ParallelOptions { MaxDegreeOfParallelism = Parallel, CancellationToken = Ct }, async (request, ct) =>
            {
                using var answer = await host.Client.SendAsync(new HttpRequestMessage(request.Item1, request.Item2), ct);
                lock (statuses)
                {
                    statuses.Add(answer.StatusCode);
                    deleted += answer.StatusCode == HttpStatusCode.NoContent ? 1 : 0;
                }
            });

        statuses.ShouldAllBe(status => (int)status < 500);
        host.Log.ShouldNotContain("Error: ");
        // Each job was deleted, or it ends as cancelled.
        await host.UntilAsync("/api/jobs?state=running", list => list["jobs"]!.AsArray().Count == 0);
        var states = await StatesAsync(host);
        states.ShouldAllBe(state => state == "cancelled");
        states.Count.ShouldBe(ids.Count - deleted);
        await host.UntilAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!, "completed");
    }

    [Fact]
    public async Task Jobs_leave_no_memory_behind()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reports the memory of another process here.");
        await using var redis = await RedisServer.StartAsync();
        using var folder = new DataFolder();
        await using var program = ProgramProcess.Start(
            ["--urls", "http://127.0.0.1:0"],
            ("RedisPerf__Data", folder.Path),
            ("RedisPerf__Targets__0__Name", "mine"),
            ("RedisPerf__Targets__0__Connection", redis.Address));
        using var client = await program.ConnectAsync();
        await RunAsync(client, FirstJobs);
        var before = Resident(program.Id);

        await RunAsync(client, Load ?? 10);

        (Resident(program.Id) - before).ShouldBeLessThan(MaximumGrowth);
    }

    [Fact]
    public async Task Closed_event_streams_are_released()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync($"/api/jobs/{id}", job => job["progress"] is not null);
        var answers = new List<HttpResponseMessage>();
        foreach (var address in Enumerable.Range(0, Streams).Select(number => number % 2 == 0 ? $"/api/jobs/{id}/events?view=page" : "/jobs/events"))
        {
            answers.Add((await host.Client.GetAsync(address, HttpCompletionOption.ResponseHeadersRead, Ct)).EnsureSuccessStatusCode());
        }

        Connections(host.Address.Port).ShouldBeGreaterThanOrEqualTo(Streams);
        var feed = host.Services.GetRequiredService<LiveFeed>();
        feed.Watched.ShouldHaveSingleItem();

        answers.ForEach(answer => answer.Dispose());

        // One connection may remain in the client's pool for each parallel request of this test.
        await Poll.UntilAsync(() => feed.Watched.Count == 0 && Connections(host.Address.Port) <= 2);

        using var cancelled = await host.CancelAsync(id);
        (await host.EndedAsync(id)).Text("state").ShouldBe("cancelled");
    }

    // The states of all jobs, page by page.
    private static async Task<List<string?>> StatesAsync(WebHost host)
    {
        var states = new List<string?>();
        string? before = null;
        do
        {
            var page = await host.GetAsync($"/api/jobs?limit=100{(before is null ? "" : $"&before={before}")}");
            states.AddRange(page["jobs"]!.AsArray().Select(job => job!.Text("state")));
            before = page.Text("next");
        }
        while (before is not null);

        return states;
    }

    private static async Task RunAsync(HttpClient client, int jobs)
    {
        for (var i = 0; i < jobs; i++)
        {
            using var answer = await client.PostAsync(
                "/api/jobs", new StringContent(SmallJob.ShortJson.On("mine"), System.Text.Encoding.UTF8, "application/json"), Ct);
            var id = JsonNode.Parse(await answer.Content.ReadAsStringAsync(Ct))!.Text("id");
            while (JsonNode.Parse(await client.GetStringAsync($"/api/jobs/{id}", Ct))!.Text("state") is var state and not "completed")
            {
                state.ShouldBeOneOf("queued", "running");
                await Task.Delay(20, Ct);
            }

            (await client.GetStringAsync($"/jobs/{id}", Ct)).ShouldContain("batch");
        }
    }

    private static int Connections(int port) => IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpConnections()
        .Count(connection => connection.LocalEndPoint.Port == port && connection.State == TcpState.Established);

    private static long Resident(int process)
    {
        const string Field = "VmRSS:";
        var line = File.ReadLines($"/proc/{process}/status").First(line => line.StartsWith(Field, StringComparison.Ordinal));
        return long.Parse(line[Field.Length..].Trim().Split(' ')[0], CultureInfo.InvariantCulture) << 10;
    }
}
