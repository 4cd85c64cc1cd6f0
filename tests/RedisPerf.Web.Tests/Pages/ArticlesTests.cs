using System.Net;
using System.Text.Json;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The articles next to the results of this machine. The jobs are imported into the ledger. One test queues a real job.</summary>
public sealed class ArticlesTests(SharedHost shared) : IClassFixture<SharedHost>
{
    [Fact]
    public async Task Every_article_shows_its_question_its_answer_and_its_source()
    {
        var host = shared.Host;

        var page = await host.PageAsync("/articles");

        page.QuerySelectorAll(".article").Select(article => article.Id).ShouldBe(["insert", "mget", "online-users", "pipelining", "list-push"]);
        var insert = Article(page, "insert");
        insert.TextContent.ShouldContain("13.16 s over five runs");
        insert.QuerySelector(".source-of a")!.TextContent.ShouldBe("https://gotoa1234.github.io/2024/11/16/1.html");
        insert.TextContent.ShouldContain("Not measured here: run it.");
        insert.QuerySelector("[data-measure]")!.GetAttribute("href")!.ShouldStartWith("/?benchmark=insert&");
        insert.TextContent.ShouldContain("983 MB per run");
        insert.QuerySelector("form button")!.TextContent.ShouldBe("Run as in the article");
        page.QuerySelectorAll(".article").ShouldAllBe(article => article.QuerySelector(".published") != null);
        page.QuerySelector("nav a[aria-current=page]")!.TextContent.ShouldBe("Articles");
    }

    [Fact]
    public async Task Published_figures_are_shown_digit_for_digit()
    {
        var host = shared.Host;

        var insert = Article(await host.PageAsync("/articles"), "insert");

        insert.QuerySelectorAll(".published tbody tr").First(row => row.TextContent.Contains("MessagePack", StringComparison.Ordinal))
            .QuerySelectorAll("td").Select(cell => cell.TextContent).ShouldBe(["13.40", "16.26", "11.38"]);
    }

    [Fact]
    public async Task A_long_table_is_folded_behind_its_title_and_its_number_of_rows()
    {
        var host = shared.Host;
        var page = await host.PageAsync("/articles");

        var mget = Article(page, "mget").QuerySelector("details.rows").ShouldNotBeNull();
        mget.HasAttribute("open").ShouldBeFalse();
        mget.QuerySelector("summary")!.TextContent.ShouldContain("34 rows");
        mget.QuerySelectorAll("tbody tr").Length.ShouldBe(34);
        Article(page, "insert").QuerySelectorAll("details.rows").ShouldAllBe(table => table.HasAttribute("open"));
    }

    [Fact]
    public async Task Ours_is_the_job_with_the_nearest_options_and_a_proof_leads_to_the_job_that_has_it()
    {
        await using var host = WebHost.Start();
        var proven = await JobAsync(host, 29_000, ("multi-exec", 2, 30_000), ("lua-as-published", 12, 495_000));
        var nearest = await JobAsync(host, 30_000, ("multi-exec", 4, 30_000), ("batch", 2, 30_000));
        await JobAsync(host, 1_000, ("multi-exec", 4, 1_000), ("batch", 2, 1_000));

        var insert = Article(await host.PageAsync("/articles"), "insert");

        insert.TextContent.ShouldContain("No winner: 3 rounds are needed for a comparison.");
        insert.QuerySelectorAll("dd a").Select(link => link.GetAttribute("href")).ShouldContain($"/jobs/{nearest}");
        insert.QuerySelector("[data-differs]").ShouldBeNull();
        var proof = insert.QuerySelector($".corrections a[href='/jobs/{proven}']").ShouldNotBeNull();
        proof.TextContent.ShouldContain("16.5× the expected number of fields");
    }

    [Theory]
    [InlineData(30_000, null)]
    [InlineData(300, "Differs from the article: hash fields in total: 300 instead of 30,000.")]
    public async Task Ours_has_the_title_of_its_job_what_differs_and_bars_relative_to_the_fastest(int items, string? differs)
    {
        await using var host = WebHost.Start();
        await new StoredJob { Items = items, Cases = [("multi-exec", null, [4.0]), ("batch", null, [2.0]), ("hset", null, [1.0])] }
            .AddAsync(host.Folder, Ct);

        var insert = Article(await host.PageAsync("/articles"), "insert");

        insert.QuerySelector("dd > .quiet")!.TextContent.ShouldContain($"#1 insert · {items:N0} × 32\u00A0KB · embedded, ");
        insert.QuerySelector("[data-differs]")?.TextContent.ShouldBe(differs);
        (insert.QuerySelector("[data-differs]") is null).ShouldBe(differs is null);
        insert.QuerySelectorAll(".relative title").Select(title => title.TextContent).ShouldBe(
            ["transactions of 100: article 1.10×, multi-exec on this machine 2.00×", "pipelined batch: article 1.00×, batch on this machine 1.00×"]);
        insert.QuerySelectorAll("[style]").ShouldBeEmpty();
    }

    [Fact]
    public async Task A_job_of_another_machine_is_no_answer_of_this_one()
    {
        await using var host = WebHost.Start();
        var job = new StoredJob { Machine = "elsewhere", Cases = [("multi-exec", null, [4.0]), ("batch", null, [2.0])] };

        await job.AddAsync(host.Folder, Ct);
        Article(await host.PageAsync("/articles"), "insert").TextContent.ShouldContain("Not measured here");

        await (job with { Machine = Environment.MachineName }).AddAsync(host.Folder, Ct);
        Article(await host.PageAsync("/articles"), "insert").TextContent.ShouldNotContain("Not measured here");
    }

    [Fact]
    public async Task One_button_queues_the_article_with_its_own_code()
    {
        // The job has the sizes of the article. It waits behind another job, so that it does not run here.
        await using var host = WebHost.Start();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id").ShouldNotBeNull();
        var form = Article(await host.PageAsync("/articles"), "insert").QuerySelector<IHtmlFormElement>("form")!;

        using var answer = await host.SubmitAsync(form);

        if (answer.StatusCode == HttpStatusCode.BadRequest)
        {
            // On a machine with too little memory for the job, the page reports it next to the article.
            var refused = await WebHost.ParseAsync(answer);
            Article(refused, "insert").QuerySelector("[role=alert]")!.TextContent.ShouldContain("memory");
            return;
        }

        var place = answer.RequestMessage!.RequestUri!.AbsolutePath;
        place.ShouldStartWith("/jobs/");
        var id = place["/jobs/".Length..];
        var request = (await host.GetAsync($"/api/jobs/{id}"))["request"]!;
        request["options"]!["items"]!.GetValue<int>().ShouldBe(30_000);
        request["strategies"]!.AsArray().Select(name => name!.GetValue<string>()).ShouldContain("lua-as-published");
        (await host.CancelAsync(id)).Dispose();
        (await host.CancelAsync(running)).Dispose();
    }

    [Fact]
    public async Task Without_its_antiforgery_token_the_button_queues_nothing()
    {
        var host = shared.Host;
        var form = Article(await host.PageAsync("/articles"), "insert").QuerySelector<IHtmlFormElement>("form")!;

        using var answer = await host.SubmitAsync(form, ("__RequestVerificationToken", ""));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await host.GetAsync("/api/jobs"))["jobs"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task An_unknown_benchmark_cannot_be_run()
    {
        var host = shared.Host;
        var form = Article(await host.PageAsync("/articles"), "insert").QuerySelector<IHtmlFormElement>("form")!;

        using var answer = await host.SubmitAsync(form, ("benchmark", "nothing"));

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task A_job_of_the_articles_sizes_shows_published_and_own_figures_side_by_side()
    {
        await using var host = WebHost.Start();
        var id = await JobAsync(host, 30_000, ("multi-exec", 2, 30_000), ("lua-as-published", 12, 495_000));

        var part = (await host.PageAsync($"/jobs/{id}?open=published")).QuerySelector("[data-details=published]").ShouldNotBeNull();

        part.HasAttribute("open").ShouldBeTrue();
        var lua = part.QuerySelectorAll("tbody tr").First(row => row.TextContent.Contains("lua-as-published", StringComparison.Ordinal));
        lua.QuerySelectorAll("td").Select(cell => cell.TextContent.Trim())
            .ShouldBe(["lua-as-published", "22.87", "24.72", "20.95", "1.58", "12.0", "12.0", "12.0", "6.00"]);
        part.QuerySelector(".corrections strong")!.TextContent.ShouldContain("16.5×");
    }

    [Fact]
    public async Task A_job_of_other_sizes_shows_the_published_figures_alone_with_the_reason()
    {
        await using var host = WebHost.Start();
        var id = await JobAsync(host, 1_000, ("multi-exec", 2, 1_000));

        var part = (await host.PageAsync($"/jobs/{id}")).QuerySelector("[data-details=published]").ShouldNotBeNull();

        part.TextContent.ShouldContain("The article's results are for items 30,000; this job has items 1,000");
        part.QuerySelector(".ours").ShouldBeNull();
        part.TextContent.ShouldContain("22.87");
    }

    private static IElement Article(IHtmlDocument page, string benchmark) => page.GetElementById(benchmark).ShouldNotBeNull();

    private static async Task<Guid> JobAsync(WebHost host, int items, params (string Strategy, double Seconds, long Operations)[] cases)
    {
        var ledger = host.Services.GetRequiredService<JobLedger>();
        var now = DateTimeOffset.UtcNow;
        var job = Job.Create(
            new()
            {
                Benchmark = "insert",
                Strategies = [.. cases.Select(@case => @case.Strategy)],
                Options = new Dictionary<string, JsonElement>
                {
                    ["items"] = JsonSerializer.SerializeToElement(items),
                    ["payloadBytes"] = JsonSerializer.SerializeToElement(32_768),
                },
                Targets = ["embedded"],
                Runs = 1,
                Warmups = 0,
                Seed = 1,
            },
            RequestedBy.Page,
            now);
        await ledger.EnqueueAsync(job, int.MaxValue, Ct);
        var started = (await ledger.StartAsync(job.Id, SmallJob.OtherNode, () => now, [], Ct)).ShouldNotBeNull();
        foreach (var (strategy, seconds, operations) in cases)
        {
            var run = new Run
            {
                Round = 0,
                Warmup = false,
                State = RunState.Ok,
                Verified = true,
                Seconds = seconds,
                Operations = operations,
                PayloadBytes = items * 32_768L
            };
            await ledger.RecordAsync(job.Id, started.Lease, new JobEvent.RunEnded(new(strategy, Coordinates.Of("embedded")), run), now, Ct);
        }

        await ledger.RecordAsync(job.Id, started.Lease, new JobEvent.Ended(JobState.Completed, null), now, Ct);
        return job.Id;
    }
}
