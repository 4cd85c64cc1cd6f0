using System.Net;
using AngleSharp.Html.Dom;
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
        chosen.TextContent.ShouldBe("orders.ndjson · 3 values, 6 B");
        new PayloadStore(host.Folder).List().ShouldHaveSingleItem().Hash.ShouldBe(chosen.Value);
        form.QuerySelector("#forecast")!.TextContent.ShouldContain("≈ 246 B per run");
        form.QuerySelector("[data-copied=command]")!.TextContent.ShouldContain($"--payload {chosen.Value}");
        form.QuerySelector("[data-copied=curl]")!.TextContent.ShouldContain($"\"payload\":\"{chosen.Value}\"");
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
        uploaded.RequestMessage!.RequestUri!.ShouldBe(new(host.Address, "/payloads"));
        page = await host.PageAsync("/payloads");
        page.QuerySelectorAll("[data-payload] td").Take(2).Select(cell => cell.TextContent).ShouldBe(["1", "4"]);

        page.QuerySelectorAll("[data-payload] td a").Select(link => link.TextContent).ShouldBe(["insert", "load", "connections", "hget-decode"]);
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

    private static async Task<HttpResponseMessage> UploadAsync(WebHost host, IHtmlDocument page, string name, string content, string? returnTo)
    {
        using var form = new MultipartFormDataContent
        { { new StringContent(Token(page)), "__RequestVerificationToken" }, { new StringContent(content), "file", name } };
        if (returnTo is not null)
        {
            form.Add(new StringContent(returnTo), "returnTo");
        }

        return await host.Client.PostAsync("/payloads?handler=Add", form, Ct);
    }
}
