using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using RedisPerf.Core.Benchmarks;
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

    [Fact]
    public async Task The_form_ends_with_its_only_primary_button_and_an_estimate_as_a_range_before_any_job()
    {
        await using var host = WebHost.Start();

        var page = await host.PageAsync("/?benchmark=insert");

        page.QuerySelectorAll("main .btn-primary").ShouldHaveSingleItem().TextContent.ShouldBe("Run");
        page.QuerySelector("#new-run > .go .run").ShouldNotBeNull();
        page.QuerySelector("#forecast strong")!.TextContent.ShouldMatch("^[0-9]+( s| min)?.* to [0-9]+ (s|min).*$");
        var times = page.QuerySelectorAll(".preset-time").ToDictionary(time => time.GetAttribute("data-time-of")!, time => time.TextContent);
        times.Count.ShouldBe(7);
        times["quick-look"].ShouldMatch("^· [0-9]+ (s|min)");
        var answer = await host.GetAsync("/?handler=Estimate&benchmark=insert&strategies=batch&targets=embedded");
        ((double)answer["duration"]!["low"]!).ShouldBeInRange(1, (double)answer["duration"]!["high"]!);
        answer.Text("time").ShouldNotBeNullOrEmpty();
        answer["presets"]!.Text("quick-look").ShouldNotBeNullOrEmpty();
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("&options.items=10k&runs=9", false)]
    [InlineData("&warmups=2", true)]
    [InlineData("&warmups=none", true)]
    [InlineData("&options.gzip=1&note=kept", true)]
    [InlineData("&options.zstdLevel=1,%203", true)]
    [InlineData("&options.linkRoundTrip=-1", true)]
    [InlineData("&server=appendfsync=no,always", true)]
    [InlineData("&server=unknown=1", true)]
    public async Task Adjust_is_open_when_one_of_its_fields_differs_or_is_invalid(string fields, bool isOpen)
    {
        var page = await _host.PageAsync("/?benchmark=insert" + fields);

        page.QuerySelector(".adjust")!.HasAttribute("open").ShouldBe(isOpen);
        page.QuerySelectorAll(".adjust #options-items, .adjust #runs, .adjust [name=strategies], .adjust [name=targets]").ShouldBeEmpty();
    }

    [Fact]
    public async Task A_choice_can_have_several_values_and_keeps_them()
    {
        const string fields = "benchmark=online-users&strategies=hash&targets=embedded&options.users=1000&options.mode=batches&options.mode=sequence";

        var answer = await _host.GetAsync($"/?handler=Estimate&{fields}");
        var page = await _host.PageAsync($"/?{fields}");

        answer["errors"]!.AsArray().ShouldBeEmpty();
        answer.Text("sentence")!.ShouldStartWith("1 strategy × 2 values of way to store users = 2 cases");
        answer["varied"]!["options.mode"]!.GetValue<string>().ShouldBe("varies: 2 values");
        answer.Text("command")!.ShouldContain("--mode batches,sequence");
        Modes(page).ShouldBe(["sequence", "batches"], ignoreOrder: true);
        page.QuerySelector("[data-varies='options.mode']")!.TextContent.ShouldBe("varies: 2 values");
        Modes(await _host.PageAsync(new Uri(answer.Text("link")!).PathAndQuery)).Count().ShouldBe(2, "the address keeps them");
        Modes(await _host.PageAsync("/?benchmark=online-users")).ShouldBe(["batches"]);

        var form = (IHtmlFormElement)page.QuerySelector("#new-run")!;
        using var submitted = await _host.SubmitAsync(form, ("options.batchSize", "100"));
        var id = (await WebHost.ParseAsync(submitted)).QuerySelector("[data-job]").ShouldNotBeNull().GetAttribute("data-job")!;
        (await _host.GetAsync($"/api/jobs/{id}"))["request"]!["options"]!["mode"]!.AsArray().Count.ShouldBe(2);
        (await _host.CancelAsync(id)).Dispose();
        Modes(await _host.PageAsync($"/?from={id}")).Count().ShouldBe(2, "Edit and run keeps them");

        static IEnumerable<string?> Modes(IParentNode document) =>
            document.QuerySelectorAll("[name='options.mode'][checked]").Select(box => box.GetAttribute("value"));
    }

    [Fact]
    public async Task Each_option_has_a_label_for_people_and_its_name_in_the_API()
    {
        foreach (var benchmark in Catalogue.Default.Benchmarks)
        {
            var page = await _host.PageAsync($"/?benchmark={benchmark.Info.Name}");
            foreach (var option in benchmark.Info.Options.Options)
            {
                var label = page.QuerySelector($"[name='options.{option.Name}']")!.Closest(".option")!.QuerySelector("label, .label")!;
                label.TextContent.ShouldStartWith(option.Label);
                label.QuerySelector(".name")!.TextContent.ShouldBe(option.Name);
            }
        }
    }

    private static IEnumerable<string> Checked(string html) =>
        from part in html.Split("<input ").Skip(1)
        let tag = part[..part.IndexOf('>', StringComparison.Ordinal)]
        where tag.Contains("name=\"strategies\"", StringComparison.Ordinal) && tag.Contains("checked", StringComparison.Ordinal)
        select tag.Split("value=\"")[1].Split('"')[0];
}
