using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Tests.Pages;

public sealed class TargetsPageTests
{
    private static readonly string[] Containers =
        ["docker-redis", "docker-redis-8", "docker-valkey", "docker-keydb", "docker-dragonfly", "docker-garnet"];

    [Fact]
    public async Task Every_target_has_a_card_and_that_of_an_unusable_target_has_the_reason()
    {
        await using var host =
            WebHost.Start(("RedisPerf:Targets:0:Name", "staging"), ("RedisPerf:Targets:0:Connection", "127.0.0.1:1,password=hush"));

        var page = await host.PageAsync("/targets");

        var names = page.QuerySelectorAll("[data-target]").Select(card => card.GetAttribute("data-target")).ToArray();
        names[0].ShouldBe("staging");
        names.ShouldBe(["staging", .. LocalTarget.Find("").Select(local => local.Name), "embedded", .. Containers], ignoreOrder: true);
        Card(page, "staging").TextContent.ShouldContain("connection refused");
        page.DocumentElement.TextContent.ShouldNotContain("hush");
        page.QuerySelector("nav a[aria-current]")!.TextContent.ShouldBe("Targets");
    }

    [Fact]
    public async Task The_page_shows_once_why_Docker_cannot_be_used_and_the_API_for_each_container()
    {
        await using var host = WebHost.Start();
        var containers = (await host.Client.GetFromJsonAsync<JsonArray>("/api/targets", Ct))!
            .Where(target => target!["source"]!.GetValue<string>() == "docker").ToArray();
        Assert.SkipUnless(containers[0]!["status"]!.GetValue<string>() == "unavailable", "Docker can be used on this machine.");

        var page = await host.PageAsync("/targets");

        containers.Select(target => target!["name"]!.GetValue<string>()).ShouldBe(Containers);
        var reason = containers.Select(target => target!["reason"]!.GetValue<string>()).Distinct().ShouldHaveSingleItem();
        page.QuerySelectorAll(".notice").Count(notice => notice.TextContent == reason).ShouldBe(1);
        var card = page.QuerySelector("[data-docker]").ShouldNotBeNull();
        card.QuerySelectorAll("li").Select(item => item.TextContent).ShouldBe(Containers);
    }

    [Fact]
    public async Task A_connection_test_opens_the_target_and_its_card_shows_the_result()
    {
        await using var host = WebHost.Start();
        Card(await host.PageAsync("/targets"), "embedded").QuerySelector("[data-round-trip]").ShouldBeNull();

        using var answer = await TestAsync(host, "embedded");

        answer.RequestMessage!.RequestUri!.ToString().ShouldEndWith("/targets#embedded", customMessage: "a reload does not test again");
        var card = Card(await host.PageAsync("/targets"), "embedded");
        card.QuerySelector("[data-round-trip]")!.TextContent.ShouldMatch("^[0-9.]+ [µm]s$");
        card.QuerySelector("[data-lacks]")!.TextContent.ShouldContain("does not report how many bytes it received");
        card.TextContent.ShouldContain("by a test");
    }

    [Fact]
    public async Task A_failed_connection_test_shows_the_reason_and_no_password()
    {
        await using var redis = await RedisServer.StartAsync(password: "right");
        await using var host =
            WebHost.Start(("RedisPerf:Targets:0:Name", "staging"), ("RedisPerf:Targets:0:Connection", redis.Address + ",password=hush"));

        (await TestAsync(host, "staging")).Dispose();

        var card = Card(await host.PageAsync("/targets"), "staging");
        card.TextContent.ShouldContain("The server of target 'staging' refused the user or the password.");
        card.TextContent.ShouldNotContain("hush");
    }

    [Fact]
    public async Task The_result_of_the_last_job_is_shown_without_a_connection_test()
    {
        await using var host = WebHost.Start();
        var job = await host.QueueAsync("""{"benchmark": "insert", "strategies": ["batch"], "targets": """
            + """["embedded"], "runs": 1, "warmups": 0, "options": {"items": 100, "keys": 5}}""");
        await host.UntilAsync(job.Text("id")!, "completed");

        var card = Card(await host.PageAsync("/targets"), "embedded");

        card.QuerySelector("[data-round-trip]").ShouldNotBeNull();
        card.TextContent.ShouldContain("by a job");
    }

    [Fact]
    public async Task A_job_of_another_machine_does_not_change_the_targets_of_this_machine()
    {
        await using var host = WebHost.Start();
        var job = new StoredJob { Machine = "elsewhere", Cases = [("batch", null, [1.0])] };

        await job.AddAsync(host.Folder, Ct);
        Card(await host.PageAsync("/targets"), "embedded").QuerySelector("[data-round-trip]").ShouldBeNull();

        await (job with { Machine = Environment.MachineName }).AddAsync(host.Folder, Ct);
        Card(await host.PageAsync("/targets"), "embedded").QuerySelector("[data-round-trip]").ShouldNotBeNull();
    }

    [Fact]
    public async Task The_end_of_a_connection_test_changes_the_open_pages()
    {
        await using var host = WebHost.Start();
        var lists = host.Services.GetRequiredService<LiveLists>();
        var version = lists.Version;

        (await TestAsync(host, "embedded")).Dispose();

        lists.Version.ShouldBeGreaterThan(version);
        Card(await host.PageAsync("/targets"), "embedded").QuerySelector("[data-round-trip]").ShouldNotBeNull();
    }

    [Fact]
    public async Task A_connection_test_waits_in_the_queue_for_the_running_job()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(
            """{"benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 100, "options": {"items": 2000}}""")).Text("id")!;
        await host.UntilAsync(id, "running");

        (await TestAsync(host, "embedded")).Dispose();
        (await TestAsync(host, "embedded")).Dispose();

        var waiting = Card(await host.PageAsync("/targets"), "embedded");
        waiting.QuerySelector("[data-queued]")!.TextContent.ShouldStartWith("The test waits for the running job to end.");
        waiting.QuerySelectorAll("[data-live]").Select(part => part.GetAttribute("data-live")).ShouldBe(["target-embedded", "test-embedded"]);
        host.Services.GetRequiredService<ConnectionTests>().Last("embedded").ShouldBeNull();

        (await host.Client.PostAsync($"/api/jobs/{id}/cancel", null, Ct)).Dispose();
        await host.UntilAsync(id, "cancelled");
        await Poll.UntilAsync(async () => Card(await host.PageAsync("/targets"), "embedded").QuerySelector("[data-queued]") is null);

        host.Services.GetRequiredService<ConnectionTests>().Last("embedded")!.Failure.ShouldBeNull();
    }

    [Fact]
    public async Task A_missing_database_fails_the_test_and_the_job_with_its_reason_only()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host =
            WebHost.Start(("RedisPerf:Targets:0:Name", "mine"), ("RedisPerf:Targets:0:Connection", $"{redis.Address},defaultDatabase=99"));

        (await TestAsync(host, "mine")).Dispose();
        var job = await host.EndedAsync((await host.QueueAsync(SmallJob.ShortJson.On("mine"))).Text("id")!);

        var reason = host.Services.GetRequiredService<ConnectionTests>().Last("mine")!.Failure.ToText()!;
        reason.ShouldContain("DB index is out of range");
        (job.Text("state"), job.Text("error")).ShouldBe(("failed", reason));
    }

    [Fact]
    public async Task While_a_job_runs_its_target_gets_no_connection()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var host = WebHost.Start(("RedisPerf:Targets:0:Name", "shared"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var job = Job.Create(new()
        {
            Benchmark = "insert",
            Strategies = ["batch"],
            Options = new Dictionary<string, System.Text.Json.JsonElement>(),
            Targets = ["shared"],
            Runs = 1,
            Warmups = 0,
            Seed = 1
        },
            RequestedBy.Api, DateTimeOffset.UtcNow);
        // The node has described its targets at the start.
        host.Services.GetRequiredService<TargetBoard>().Discard("shared");
        using (host.Services.GetRequiredService<LiveJobs>().Begin(job, new()))
        {
            var first = await ConnectionsAsync(redis);
            var before = await ConnectionsAsync(redis);
            var perLook = before - first;
            var targets = await host.Client.GetStringAsync("/api/targets", Ct);
            (await host.Client.GetAsync("/targets", Ct)).Dispose();
            (await host.Client.GetAsync("/", Ct)).Dispose();

            targets.ShouldContain("A job is running on 'shared'; its engine is read when the job has ended.");
            (await ConnectionsAsync(redis)).ShouldBe(before + perLook, "only the connections of the test itself");
        }
    }

    [Fact]
    public async Task While_this_node_measures_for_another_one_a_known_target_gets_no_connection()
    {
        await using var redis = await RedisServer.StartAsync();
        var time = new AdvancedTime();
        await using var host = WebHost.Start(time, ("RedisPerf:Targets:0:Name", "shared"), ("RedisPerf:Targets:0:Connection", redis.Address));
        var board = host.Services.GetRequiredService<TargetBoard>();
        await board.DescribeAsync();
        host.Services.GetRequiredService<LiveJobs>().IsAssisting = true;
        var first = await ConnectionsAsync(redis);
        var before = await ConnectionsAsync(redis);

        // After this time a state is queried again when nothing is measured.
        time.Advance(TimeSpan.FromMinutes(1));
        (await board.DescribeAsync()).ShouldContain(target => target.Name == "shared" && target.Version != null);

        (await ConnectionsAsync(redis)).ShouldBe(before + (before - first), "only the connections of the test itself");
    }

    [Fact]
    public async Task A_test_without_its_token_is_refused()
    {
        await using var host = WebHost.Start();

        using var answer = await host.Client.PostAsync("/targets?handler=Test", new FormUrlEncodedContent([new("name", "embedded")]), Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    private static async Task<int> ConnectionsAsync(RedisServer redis)
    {
        await using var connection = await global::StackExchange.Redis.ConnectionMultiplexer.ConnectAsync($"{redis.Address},allowAdmin=true");
        var stats = await connection.GetServers()[0].InfoAsync("stats");
        return int.Parse(stats[0].Single(line => line.Key == "total_connections_received").Value, System.Globalization.CultureInfo.InvariantCulture);
    }

    private static AngleSharp.Dom.IElement Card(IHtmlDocument page, string name) => page.QuerySelector($"[data-target={name}]").ShouldNotBeNull();

    private static async Task<HttpResponseMessage> TestAsync(WebHost host, string name)
    {
        var fields = Card(await host.PageAsync("/targets"), name).QuerySelectorAll("form input").OfType<IHtmlInputElement>().ToDictionary(
            input => input.Name!, input => input.Value);
        return await host.Client.PostAsync("/targets?handler=Test", new FormUrlEncodedContent(fields), Ct);
    }
}
