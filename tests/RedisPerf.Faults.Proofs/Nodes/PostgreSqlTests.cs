using System.Diagnostics;
using System.Net;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

/// <summary>The real program with its ledger in a real PostgreSQL database.</summary>
public sealed class PostgreSqlTests : IAsyncLifetime
{
    private PostgreSqlServer? _server;

    private PostgreSqlServer Server => _server ?? throw new InvalidOperationException("The server has not started.");

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        _server = await PostgreSqlServer.StartAsync(Ct);
        await _server.CreateDatabaseAsync("ledger", null, Ct);
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    [Fact]
    public async Task A_job_is_executed_listed_and_found_after_a_restart()
    {
        using var folder = new DataFolder();
        string id;
        await using (var host = WebHost.StartOn(folder, Ledger))
        {
            id = (await host.QueueAsync(SmallJob.Json)).Text("id")!;
            (await host.EndedAsync(id)).Text("state").ShouldBe("completed");
        }

        await using var restarted = WebHost.StartOn(folder, Ledger);
        foreach (var path in new[] { "/jobs", "/jobs?search=small", "/jobs?search=%231&state=completed&benchmark=insert" })
        {
            (await restarted.PageAsync(path)).QuerySelector($"a[href='/jobs/{id}']").ShouldNotBeNull(path);
        }

        (await restarted.PageAsync($"/jobs/{id}")).QuerySelector(".verdict-card").ShouldNotBeNull();
        foreach (var path in new[] { "/", "/schedules", "/alerts", "/targets", "/nodes", "/compare", "/articles", "/jobs/1" })
        {
            using var answer = await restarted.Client.GetAsync(path, Ct);
            answer.StatusCode.ShouldBe(HttpStatusCode.OK, path);
        }

        File.Exists(Path.Combine(folder.Path, "ledger.db")).ShouldBeFalse();
    }

    [Fact]
    public async Task A_stopped_database_is_reported_and_used_again()
    {
        await using var host = WebHost.Start(Ledger);
        (await host.GetAsync("/health/ready")).Text("status").ShouldBe("ready");
        await Server.StopAsync(Ct);

        var started = Stopwatch.GetTimestamp();
        using var health = await host.Client.GetAsync("/health/ready", Ct);
        using var page = await host.Client.GetAsync("/jobs", Ct);
        using var job = await host.PostAsync(SmallJob.ShortJson);

        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(15));
        new[] { health, page, job }.Select(answer => answer.StatusCode).ShouldAllBe(code => code == HttpStatusCode.ServiceUnavailable);
        foreach (var answer in new[] { health, page, job })
        {
            (await answer.Content.ReadAsStringAsync(Ct)).ShouldContain($"on 127.0.0.1:{Server.Port} cannot be reached");
        }

        await Server.StartAgainAsync(Ct);
        await host.UntilAsync("/health/ready", answer => answer.Text("status") == "ready");
        (await host.EndedAsync((await host.QueueAsync(SmallJob.ShortJson)).Text("id")!)).Text("state").ShouldBe("completed");
    }

    private (string, string) Ledger => ("RedisPerf:Ledger", Server.ConnectionString("ledger"));
}
