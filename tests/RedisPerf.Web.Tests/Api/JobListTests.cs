using System.Net;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Api;

/// <summary>A running job and three that were cancelled while they waited behind it.</summary>
public sealed class JobListTests(JobListTests.Queue queue) : IClassFixture<JobListTests.Queue>
{
    private readonly WebHost _host = queue.Host;

    [Fact]
    public async Task Jobs_come_newest_first_and_without_their_cases()
    {
        var list = await _host.GetAsync("/api/jobs");

        list.Names().ShouldBe(["jobs", "next"]);
        Ids(list).ShouldBe([.. queue.Ids.Reverse()]);
        list["next"].ShouldBeNull();
        list["jobs"]![0]!.Names().ShouldNotContain("cases");
        list["jobs"]![0]!.Text("state").ShouldBe("cancelled");
    }

    [Fact]
    public async Task A_list_is_read_page_by_page()
    {
        var seen = new List<string>();
        string? before = null;
        do
        {
            var page = await _host.GetAsync($"/api/jobs?limit=3{(before is null ? "" : $"&before={before}")}");
            seen.AddRange(Ids(page));
            before = page.Text("next");
        }
        while (before is not null);

        seen.ShouldBe([.. queue.Ids.Reverse()]);
    }

    [Fact]
    public async Task A_list_is_filtered_by_state_and_benchmark()
    {
        Ids(await _host.GetAsync("/api/jobs?state=running")).ShouldBe([queue.Ids[0]]);
        Ids(await _host.GetAsync("/api/jobs?state=cancelled&benchmark=insert")).Length.ShouldBe(3);
        Ids(await _host.GetAsync("/api/jobs?state=failed")).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_list_is_filtered_by_target_schedule_note_and_star()
    {
        await _host.Services.GetRequiredService<JobHistory>().StarAsync(Guid.Parse(queue.Ids[1]), starred: true, Ct);

        Ids(await _host.GetAsync($"/api/jobs?target={SmallJob.Target}")).ShouldBe([.. queue.Ids.Reverse()]);
        Ids(await _host.GetAsync("/api/jobs?target=docker-redis")).ShouldBeEmpty("a known target without jobs");
        Ids(await _host.GetAsync("/api/jobs?note=BEHIND")).ShouldBe([queue.Ids[3]]);
        Ids(await _host.GetAsync("/api/jobs?schedule=nightly")).ShouldBeEmpty();
        Ids(await _host.GetAsync($"/api/jobs?starred=true&target={SmallJob.Target}&state=cancelled")).ShouldBe([queue.Ids[1]]);
        Ids(await _host.GetAsync("/api/jobs?starred=false")).ShouldBe([queue.Ids[3], queue.Ids[2], queue.Ids[0]]);
    }

    [Theory]
    [InlineData("limit=0", "limit", "limit must be a whole number from 1 to 200; \"0\" is not.")]
    [InlineData("limit=201", "limit", "limit must be a whole number from 1 to 200; \"201\" is not.")]
    [InlineData("limit=x", "limit", "limit must be a whole number from 1 to 200; \"x\" is not.")]
    [InlineData("limit=99999999999", "limit", "limit must be a whole number from 1 to 200; \"99999999999\" is not.")]
    [InlineData("state=done", "state", "state must be one of queued, running, completed, failed, cancelled, interrupted; \"done\" is not.")]
    [InlineData("before=x", "before", "before must be the id of a job, the value of next from the previous page; \"x\" is not.")]
    [InlineData("benchmark=nosuch", "benchmark", "There is no benchmark \"nosuch\"; valid names: insert")]
    [InlineData("target=nosuch", "target", "There is no target \"nosuch\"; valid names: ")]
    [InlineData("starred=yes", "starred", "starred must be true or false; \"yes\" is not.")]
    public async Task A_wrong_query_value_is_named(string query, string field, string sentence)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs?{query}", Ct);

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var problem = await response.ProblemAsync();
        problem.Error(field).ShouldNotBeNull().ShouldStartWith(sentence);
        problem.Text("title").ShouldNotBeNull().ShouldNotContain("queued");
    }

    [Theory]
    [InlineData("note", 500)]
    [InlineData("schedule", 80)]
    public async Task A_text_that_no_job_can_have_is_refused(string field, int max)
    {
        using var response = await _host.Client.GetAsync($"/api/jobs?{field}={new string('x', max + 1)}", Ct);

        (await response.ProblemAsync()).Error(field).ShouldBe($"{field} must be at most {max} characters; this one has {max + 1}.");
    }

    private static string[] Ids(JsonObject list) => [.. list["jobs"]!.AsArray().Select(job => job!.Text("id")!)];

    public sealed class Queue : IAsyncLifetime
    {
        public WebHost Host { get; } = WebHost.Start();

        /// <summary>Oldest first.</summary>
        public IReadOnlyList<string> Ids { get; private set; } = [];

        public async ValueTask InitializeAsync()
        {
            var running = (await Host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
            await Host.UntilAsync(running, "running");
            var waiting = new List<string>();
            for (var i = 0; i < 3; i++)
            {
                var json = i < 2
                    ? SmallJob.ShortJson
                    : SmallJob.ShortJson.Replace("\"runs\"", "\"note\": \"Far behind\", \"runs\"", StringComparison.Ordinal);
                waiting.Add((await Host.QueueAsync(json)).Text("id")!);
                (await Host.CancelAsync(waiting[^1])).StatusCode.ShouldBe(HttpStatusCode.Accepted);
            }

            Ids = [running, .. waiting];
        }

        public ValueTask DisposeAsync() => Host.DisposeAsync();
    }
}
