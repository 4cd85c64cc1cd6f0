using AngleSharp.Html.Dom;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Web.Tests.Pages;

public sealed class NewRunPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_last_used_job_has_the_benchmark_of_the_form()
    {
        var swept = await new StoredJob { Benchmark = "mget", Cases = [("mget", 10, [0.1, 0.1])] }.AddAsync(_host.Folder, Ct);
        await new StoredJob { Benchmark = "of-another-program", Cases = [("codec", null, [0.1, 0.1])] }.AddAsync(_host.Folder, Ct);

        (await _host.Client.GetStringAsync("/?benchmark=mget", Ct)).ShouldContain($"href=\"/?from={swept}\"");
        (await _host.Client.GetStringAsync("/?benchmark=list-push", Ct)).ShouldNotContain("Last used");
    }

    [Fact]
    public async Task Address_fills_the_form_as_it_was_typed()
    {
        var html = await _host.Client.GetStringAsync(
            "/?benchmark=insert&strategies=lua&strategies=gzip&options.items=10k&runs=7&note=typed%20%3Cb%3E&unknown=1", Ct);

        html.ShouldContain("name=\"options.items\" value=\"10k\"");
        html.ShouldContain("name=\"runs\" value=\"7\"");
        html.ShouldContain("value=\"typed &lt;b&gt;\"");
        Checked(html).ShouldBe(["gzip", "lua"]);
    }

    [Fact]
    public async Task Address_with_an_invalid_value_shows_the_error_next_to_the_field()
    {
        var html = await _host.Client.GetStringAsync("/?benchmark=insert&options.items=ten", Ct);

        html.ShouldContain("name=\"options.items\" value=\"ten\"");
        html.ShouldContain("items must be a whole number from 1 to 10,000,000, not &quot;ten&quot;.");
    }

    [Fact]
    public async Task Estimate_has_the_address_of_the_form_and_the_job_as_commands()
    {
        var answer = await _host.GetAsync(
            "/?handler=Estimate&benchmark=insert&strategies=batch&targets=embedded&options.items=10k&options.payloadBytes=1%20KB&runs=7");

        var link = new Uri(answer.Text("link")!);
        link.Authority.ShouldBe(_host.Client.BaseAddress!.Authority);
        link.Query.ShouldContain("options.items=10k");
        (await _host.Client.GetStringAsync(link.PathAndQuery, Ct)).ShouldContain("value=\"1 KB\"");
        answer.Text("command").ShouldBe("redisperf run insert -s batch --items 10000 --payload-bytes 1024 --runs 7 --target embedded");
        answer.Text("curl")!
            .ShouldStartWith($"curl -s {_host.Client.BaseAddress}api/jobs -H 'Content-Type: application/json' -d '{{\"benchmark\":\"insert\"");
    }

    [Fact]
    public async Task Form_with_a_payload_ignores_the_options_of_generated_documents()
    {
        var payload = await new PayloadStore(_host.Folder).AddAsync("orders.json", PayloadSource.File, [new byte[100]], Ct);
        var address = $"benchmark=insert&strategies=batch&targets=embedded&options.items=60&options.payloadBytes=1%20KB&payload={payload.Hash}";

        var form = await _host.PageAsync($"/?{address}");
        form.QuerySelector("#payload-help")!.TextContent.ShouldContain("have no effect: payloadBytes, distinctPayloads, sizes, seed.");
        (await _host.GetAsync($"/?handler=Estimate&{address}")).Text("command")
            .ShouldBe($"redisperf run insert -s batch --items 60 --payload {payload.Hash} --target embedded");
    }

    // In a title, the space does not break.
    [Theory]
    [InlineData("65536", "64 KB")]
    [InlineData("2mb", "2 MB")]
    [InlineData("100000", "100,000 B")]
    public async Task Size_has_the_same_text_in_the_form_its_estimate_and_the_title_of_the_job(string typed, string size)
    {
        var fields = $"benchmark=insert&strategies=batch&targets=embedded&options.items=60&options.payloadBytes={typed}&options.windowBytes=many";
        var sizes = (await _host.GetAsync($"/?handler=Estimate&{fields}"))["sizes"]!.AsObject();
        sizes.Select(field => field.Key).ShouldBe(["options.payloadBytes"]);
        sizes.Text("options.payloadBytes").ShouldBe(size.Replace(' ', '\u00A0'));

        var form = (IHtmlFormElement)(await _host.PageAsync($"/?{fields}")).QuerySelector("#new-run")!;
        form.QuerySelectorAll(".option-label[data-size]").Select(label => label.GetAttribute("data-size")).Where(text => !string.IsNullOrEmpty(text))
            .ShouldBe([sizes.Text("options.payloadBytes")]);

        using var answer = await _host.SubmitAsync(form, ("options.windowBytes", "262144"));
        var page = await WebHost.ParseAsync(answer);
        page.Title.ShouldNotBeNull().ShouldContain($"60 × {sizes.Text("options.payloadBytes")} ");
        (await _host.CancelAsync(page.QuerySelector("[data-job]")!.GetAttribute("data-job")!)).Dispose();
    }

    [Fact]
    public async Task Estimate_of_an_invalid_form_has_an_address_but_no_command()
    {
        var answer = await _host.GetAsync("/?handler=Estimate&benchmark=insert&strategies=batch&targets=embedded&options.items=ten");

        answer.Text("link")!.ShouldContain("options.items=ten");
        answer["command"].ShouldBeNull();
    }

    [Fact]
    public async Task A_job_until_decided_has_ten_minutes_by_default()
    {
        var form = (IHtmlFormElement)(await _host.PageAsync("/?benchmark=insert")).QuerySelector("#new-run")!;

        using var answer = await _host.SubmitAsync(form, ("strategies", "batch"), ("strategies", "hset"), ("targets", SmallJob.Target),
            ("options.items", "60"), ("options.payloadBytes", "100"), ("until", "decided"));

        var id = (await WebHost.ParseAsync(answer)).QuerySelector("[data-job]").ShouldNotBeNull().GetAttribute("data-job")!;
        var request = (await _host.GetAsync($"/api/jobs/{id}"))["request"]!.AsObject();
        (request.Text("until"), (double)request["budgetSeconds"]!).ShouldBe(("decided", 600));
        (await _host.CancelAsync(id)).Dispose();
    }

    private static IEnumerable<string> Checked(string html) =>
        from part in html.Split("<input ").Skip(1)
        let tag = part[..part.IndexOf('>', StringComparison.Ordinal)]
        where tag.Contains("name=\"strategies\"", StringComparison.Ordinal) && tag.Contains("checked", StringComparison.Ordinal)
        select tag.Split("value=\"")[1].Split('"')[0];
}
