using System.Buffers.Binary;
using System.Net;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The answer card of a job, and its picture for link previews.</summary>
public sealed class AnswerCardPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    private static StoredJob Job { get; } = new()
    {
        Cases = [("multi-exec", null, [2.0, 2.01, 1.99]), ("batch", null, [1.0, 1.01, 0.99]), ("gzip", null, [1.8, 2.3, 2.0])],
    };

    [Fact]
    public async Task The_card_has_the_sentence_the_scale_and_a_reason_without_a_row_of_terms()
    {
        var page = await _host.PageAsync($"/jobs/{await Job.AddAsync(_host.Folder, Ct)}");

        var card = page.QuerySelector(".verdict-card").ShouldNotBeNull();
        card.QuerySelector(".answer")!.TextContent.ShouldBe("batch is 2.00× as fast as multi-exec");
        card.QuerySelector(".answer-number")!.TextContent.ShouldBe("1.00 s instead of 2.00 s for 1,000 documents");
        var chart = card.QuerySelector("svg.answer-chart").ShouldNotBeNull();
        chart.GetAttribute("role").ShouldBe("img");
        chart.GetAttribute("aria-label")!.ShouldContain("batch: 2.00× as fast");
        chart.QuerySelectorAll("g").Length.ShouldBe(3);
        chart.QuerySelector("g.open title")!.TextContent.ShouldStartWith("gzip: not decided");
        var why = card.QuerySelector("details.why").ShouldNotBeNull();
        why.HasAttribute("open").ShouldBeFalse();
        why.QuerySelectorAll("tbody tr").Length.ShouldBe(3);
        why.TextContent.ShouldContain("Conditions: ");
        card.QuerySelectorAll(".terms").ShouldBeEmpty();
        page.QuerySelectorAll("tr.first th .name").Select(name => name.TextContent).ShouldBe(["batch"]);
    }

    [Theory]
    [InlineData(JobState.Failed, 3)]
    [InlineData(JobState.Cancelled, 3)]
    [InlineData(JobState.Completed, 1)]
    public async Task A_job_without_an_answer_has_no_scale_and_emphasizes_no_strategy(JobState state, int runs)
    {
        var job = Job with { State = state, Cases = [.. Job.Cases.Select(@case => @case with { Seconds = @case.Seconds[..runs] })] };
        var page = await _host.PageAsync($"/jobs/{await job.AddAsync(_host.Folder, Ct)}");

        page.QuerySelector(".verdict-card .answer")!.TextContent.ShouldStartWith("No winner");
        page.QuerySelectorAll(".answer-chart").ShouldBeEmpty();
        page.QuerySelectorAll("tr.first").ShouldBeEmpty();
    }

    [Theory]
    [InlineData(JobState.Completed)]
    [InlineData(JobState.Failed)]
    public async Task The_picture_has_the_size_of_a_link_preview(JobState state)
    {
        var id = await (Job with { State = state }).AddAsync(_host.Folder, Ct);

        using var answer = await _host.Client.GetAsync($"/jobs/{id}/card.png", Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        answer.Content.Headers.ContentType!.MediaType.ShouldBe("image/png");
        var png = await answer.Content.ReadAsByteArrayAsync(Ct);
        (Convert.ToHexString(png.AsSpan(0, 8)), SizeOf(png)).ShouldBe(("89504E470D0A1A0A", (1200, 630)));
        png.Length.ShouldBeGreaterThan(5_000, "an empty picture is smaller");
        using var again = new HttpRequestMessage(HttpMethod.Get, $"/jobs/{id}/card.png");
        again.Headers.IfNoneMatch.Add(answer.Headers.ETag.ShouldNotBeNull());
        using var unchanged = await _host.Client.SendAsync(again, Ct);
        unchanged.StatusCode.ShouldBe(HttpStatusCode.NotModified);
        answer.Headers.CacheControl!.Private.ShouldBeTrue("the page may need an access token");
    }

    [Fact]
    public async Task The_picture_is_also_at_the_number_of_the_job_and_an_unknown_job_has_none()
    {
        var id = await Job.AddAsync(_host.Folder, Ct);
        var number = (await _host.Services.GetRequiredService<JobLedger>().FindAsync(id, Ct))!.Number;

        (await _host.Client.GetByteArrayAsync($"/jobs/{number}/card.png", Ct))
            .ShouldBe(await _host.Client.GetByteArrayAsync($"/jobs/{id}/card.png", Ct));
        foreach (var unknown in new[] { $"{Guid.NewGuid()}", "123456789", "x", "-1" })
        {
            using var answer = await _host.Client.GetAsync($"/jobs/{unknown}/card.png", Ct);
            answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        }
    }

    [Fact]
    public async Task The_page_names_its_picture_with_an_absolute_address()
    {
        var id = await Job.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");

        Open("title").ShouldContain("Insert");
        Open("description").ShouldStartWith("batch is 2.00× as fast as multi-exec: 1.00 s instead of 2.00 s for 1,000 documents.");
        var image = new Uri(Open("image"));
        image.AbsolutePath.ShouldBe($"/jobs/{id}/card.png");
        new Uri(Open("url")).AbsolutePath.ShouldBe($"/jobs/{id}");
        (await _host.Client.GetByteArrayAsync(image, Ct)).ShouldNotBeEmpty();
        (Open("image:width"), Open("image:height")).ShouldBe(("1200", "630"));

        string Open(string property) => page.QuerySelector($"meta[property='og:{property}']")!.GetAttribute("content")!;
    }

    [Fact]
    public async Task Behind_a_proxy_the_address_of_the_picture_is_that_of_the_proxy()
    {
        await using var host = WebHost.Start(("RedisPerf:TrustedProxies:0", "127.0.0.1"), ("RedisPerf:TrustedProxies:1", "::1"));
        var id = await Job.AddAsync(host.Folder, Ct);
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/redisperf/jobs/{id}");
        request.Headers.Add("X-Forwarded-Prefix", "/redisperf");
        request.Headers.Add("X-Forwarded-Proto", "https");

        using var answer = await host.Client.SendAsync(request, Ct);

        var page = await WebHost.ParseAsync(answer);
        page.QuerySelector("meta[property='og:image']")!.GetAttribute("content")
            .ShouldBe($"https://{host.Address.Authority}/redisperf/jobs/{id}/card.png");
    }

    [Fact]
    public async Task The_picture_needs_the_access_token_of_the_page()
    {
        await using var host = WebHost.Start(("RedisPerf:AccessToken", "0123456789abcdef secret"));
        var id = await Job.AddAsync(host.Folder, Ct);
        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { BaseAddress = host.Address };

        using var picture = await client.GetAsync($"/jobs/{id}/card.png", Ct);
        using var page = await client.GetAsync($"/jobs/{id}", Ct);

        picture.StatusCode.ShouldBe(page.StatusCode);
        picture.StatusCode.ShouldBe(HttpStatusCode.Redirect, "to the page that asks for the token");
    }

    [Fact]
    public async Task The_pages_have_the_colors_of_the_looks_which_no_other_style_sheet_states()
    {
        using var answer = await _host.Client.GetAsync("/css/charts.css", Ct);
        var theme = await _host.Client.GetStringAsync("/css/theme.css", Ct);

        answer.Content.Headers.ContentType!.MediaType.ShouldBe("text/css");
        var css = await answer.Content.ReadAsStringAsync(Ct);
        css.ShouldContain($":root, [data-bs-theme=\"light\"] {{ {StrategyLook.LightVariables} }}");
        css.ShouldContain($"[data-bs-theme=\"dark\"] {{ {StrategyLook.DarkVariables} }}");
        theme.ShouldNotContain("--s0");
        (await _host.PageAsync("/jobs")).QuerySelectorAll("link[rel=stylesheet]").Select(link => link.GetAttribute("href"))
            .ShouldContain("/css/charts.css");
        using var again = new HttpRequestMessage(HttpMethod.Get, "/css/charts.css");
        again.Headers.IfNoneMatch.Add(answer.Headers.ETag.ShouldNotBeNull());
        using var unchanged = await _host.Client.SendAsync(again, Ct);
        unchanged.StatusCode.ShouldBe(HttpStatusCode.NotModified);
    }

    private static (int Width, int Height) SizeOf(byte[] png) =>
        (BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(16)), BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(20)));
}
