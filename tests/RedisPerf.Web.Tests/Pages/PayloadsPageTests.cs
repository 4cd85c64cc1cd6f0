using System.Net;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Payloads;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Pages;

public sealed class PayloadsPageTests
{
    [Fact]
    public async Task An_upload_returns_to_the_form_with_its_values_and_the_payload()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/?benchmark=insert&options.items=123");
        page.QuerySelector("#payload-file")!.GetAttribute("form").ShouldBe("payload-upload");
        page.QuerySelector("#new-run #payload-upload").ShouldBeNull();

        using var uploaded = await UploadAsync(
            host, page, "orders.ndjson", "1\n22\n333", ((IHtmlInputElement)page.QuerySelector("#payload-upload [name=returnTo]")!).Value);

        uploaded.StatusCode.ShouldBe(HttpStatusCode.OK);
        var form = await WebHost.ParseAsync(uploaded);
        form.QuerySelector("#options-items")!.GetAttribute("value").ShouldBe("123");
        var chosen = ((IHtmlSelectElement)form.QuerySelector("#payload")!).SelectedOptions.ShouldHaveSingleItem();
        chosen.TextContent.ShouldBe("orders.ndjson · 3 values, 2 bytes median, JSON lines");
        new PayloadStore(host.Folder).List().ShouldHaveSingleItem().Hash.ShouldBe(chosen.Value);
        form.QuerySelector("#forecast")!.TextContent.ShouldContain("246 B per run");
        form.QuerySelector("[data-copied=command]")!.TextContent.ShouldContain($"--payload {chosen.Value}");
        form.QuerySelector("[data-copied=curl]")!.TextContent.ShouldContain($"\"payload\":\"{chosen.Value}\"");
    }

    [Fact]
    public async Task A_refused_upload_leads_back_to_the_form_with_its_values()
    {
        await using var host = WebHost.Start();
        var form = await host.PageAsync("/?benchmark=insert&options.items=123");
        var address = ((IHtmlInputElement)form.QuerySelector("#payload-upload [name=returnTo]")!).Value;

        using var refused = await UploadAsync(host, form, "empty.ndjson", "\n\n", address);

        var page = await WebHost.ParseAsync(refused);
        page.QuerySelector("[data-return]")!.GetAttribute("href").ShouldBe(address);
        using var uploaded = await UploadAsync(
            host, page, "one.ndjson", "1\n", ((IHtmlInputElement)page.QuerySelector("form.upload [name=returnTo]")!).Value);
        var back = await WebHost.ParseAsync(uploaded);
        back.QuerySelector("#options-items")!.GetAttribute("value").ShouldBe("123");
        back.QuerySelector(".adjust")!.HasAttribute("open").ShouldBeTrue("the chosen payload is in it");
    }

    [Fact]
    public async Task The_page_lists_and_deletes_payloads_and_shows_an_error()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");
        page.QuerySelector("table").ShouldBeNull();

        using var refused = await UploadAsync(host, page, "empty.ndjson", "\n\n", null);
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await WebHost.ParseAsync(refused)).QuerySelector("[role=alert]")!.TextContent.ShouldStartWith("The payload is empty");

        using var uploaded = await UploadAsync(host, page, "one.json", "{\n}\n", "//elsewhere.example/");
        uploaded.RequestMessage!.RequestUri!.AbsolutePath.ShouldBe("/payloads");
        (await WebHost.ParseAsync(uploaded)).QuerySelector("[role=status]")!.TextContent
            .ShouldBe("one.json: 1 value, 3 bytes median, JSON document.");
        page = await host.PageAsync("/payloads");
        page.QuerySelector("[role=status]").ShouldBeNull();
        page.QuerySelectorAll("[data-payload] td").Take(2).Select(cell => cell.TextContent).ShouldBe(["1", "3"]);

        page.QuerySelectorAll("[data-payload] td a").Select(link => link.TextContent)
            .ShouldBe(["insert", "load", "connections", "hget-decode", "set-with-expiry"]);
        foreach (var link in page.QuerySelectorAll("[data-payload] td a"))
        {
            ((IHtmlSelectElement)(await host.PageAsync(link.GetAttribute("href")!)).QuerySelector(
                "#payload")!).SelectedOptions.ShouldHaveSingleItem().TextContent.ShouldStartWith("one.json");
        }

        using var deleted = await host.SubmitAsync((IHtmlFormElement)page.QuerySelector("[data-payload] form")!);
        deleted.RequestMessage!.RequestUri!.ShouldBe(new(host.Address, "/payloads"));
        new PayloadStore(host.Folder).List().ShouldBeEmpty();
    }

    [Fact]
    public async Task The_format_of_a_file_can_be_chosen()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");
        ((IHtmlSelectElement)page.QuerySelector("#format")!).Options.Select(option => option.Value).ShouldBe(PayloadInput.Formats);
        (await host.PageAsync("/?benchmark=insert")).QuerySelector("select#payload-format")!.GetAttribute("form").ShouldBe("payload-upload");

        using var refused = await UploadAsync(host, page, "log.json", "[1] one\n[2] two\n", null);
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await WebHost.ParseAsync(refused)).QuerySelector("[role=alert]")!.TextContent
            .ShouldBe(
                "The JSON is invalid or incomplete in line 1, byte 5. To store the content in spite of that, choose the format text or value.");
        using var other = await UploadAsync(host, page, "log.json", "one\n", null, "jsonLines");
        ((IHtmlSelectElement)(await WebHost.ParseAsync(other)).QuerySelector("#format")!).Value.ShouldBe("jsonLines", "it is kept");

        using var chosen = await UploadAsync(host, page, "log.json", "[1] one\n[2] two\n", null, "text");
        (await WebHost.ParseAsync(chosen)).QuerySelector("[role=status]")!.TextContent.ShouldBe("log.json: 2 values, 7 bytes median, lines of text.");
    }

    [Fact]
    public async Task A_file_of_an_upload_is_written_to_the_data_folder_only()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");

        using var uploaded = await UploadAsync(host, page, "large.txt", string.Join('\n', Enumerable.Repeat(new string('x', 1_000), 3_000)), null);

        uploaded.StatusCode.ShouldBe(HttpStatusCode.OK, "the temporary folder of the web server is missing in these tests");
        new PayloadStore(host.Folder).List().ShouldHaveSingleItem().Values.ShouldBe(3_000);
    }

    [Fact]
    public async Task A_data_folder_that_cannot_be_written_is_one_sentence()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");
        var folder = Path.Combine(host.Folder, "payloads");
        await File.WriteAllTextAsync(folder, "a file in its place", Ct);

        using var refused = await UploadAsync(host, page, "a", "1", null);

        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await WebHost.ParseAsync(refused)).QuerySelector("[role=alert]")!.TextContent.ShouldStartWith($"The payload cannot be stored in {folder}: ");
    }

    [Fact]
    public async Task An_upload_that_cannot_be_read_is_not_called_an_old_form()
    {
        await using var host = WebHost.Start();
        using var content = new StringContent("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n{}")
        { Headers = { ContentType = new("multipart/form-data") { Parameters = { new("boundary", "x") } } } };

        using var answer = await host.Client.PostAsync("/payloads?handler=Add", content, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var text = (await WebHost.ParseAsync(answer)).QuerySelector("main")!.TextContent;
        text.ShouldContain("The upload is incomplete");
        text.ShouldNotContain("no longer valid");
        using var next = await UploadAsync(host, await host.PageAsync("/payloads"), "a", "1", null);
        next.StatusCode.ShouldBe(HttpStatusCode.OK, "the refused upload has ended");
    }

    [Fact]
    public async Task A_second_upload_waits_for_the_first()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");
        using (host.Services.GetRequiredService<PayloadBoard>().BeginUpload(bytes: 1))
        {
            using var refused = await UploadAsync(host, page, "a", "1", null);

            refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
            (await WebHost.ParseAsync(refused)).QuerySelector("main")!.TextContent.ShouldContain("Another payload is uploaded now.");
        }

        using var stored = await UploadAsync(host, page, "a", "1", null);
        stored.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task A_deleted_payload_is_an_error_next_to_its_field()
    {
        await using var host = WebHost.Start();

        var page = await host.PageAsync($"/?benchmark=insert&payload={new string('a', 64)}");

        page.QuerySelector("#payload-error")!.TextContent.ShouldStartWith("payload is unknown");
        ((IHtmlSelectElement)page.QuerySelector("#payload")!).Value.ShouldBe(new string('a', 64));
        (await host.PageAsync("/?benchmark=online-users")).QuerySelector("#payload").ShouldBeNull();
        (await host.PageAsync("/schedules/new?benchmark=insert")).QuerySelector("#payload").ShouldNotBeNull();
    }

    [Fact]
    public async Task A_file_that_is_too_large_is_answered_with_the_maximum()
    {
        await using var host = WebHost.Start();
        var page = await host.PageAsync("/payloads");
        using var form = new MultipartFormDataContent { { new StringContent(Token(page)), "__RequestVerificationToken" },
            { new ByteArrayContent(new byte[PayloadBoard.MaximumUploadBytes]), "file", "large.json" } };
        using var request = new HttpRequestMessage(HttpMethod.Post, "/payloads?handler=Add") { Content = form, Headers = { ExpectContinue = true } };

        using var answer = await host.Client.SendAsync(request, Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        var error = (await WebHost.ParseAsync(answer)).QuerySelector("main")!.TextContent;
        error.ShouldContain("The file is too large.");
        error.ShouldContain($"at most {PayloadInput.MaximumTotalBytes >> 20} MB");
    }

    private static string Token(IHtmlDocument page) => ((IHtmlInputElement)page.QuerySelector("input[name=__RequestVerificationToken]")!).Value;

    private static async Task<HttpResponseMessage> UploadAsync(WebHost host, IHtmlDocument page, string name, string content, string? returnTo,
        string? format = null)
    {
        using var form = new MultipartFormDataContent
        { { new StringContent(Token(page)), "__RequestVerificationToken" }, { new StringContent(content), "file", name } };
        if (returnTo is not null)
        {
            form.Add(new StringContent(returnTo), "returnTo");
        }

        if (format is not null)
        {
            form.Add(new StringContent(format), "format");
        }

        return await host.Client.PostAsync("/payloads?handler=Add", form, Ct);
    }
}
