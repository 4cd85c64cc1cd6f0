using AngleSharp.Dom;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The code of the winner on the page of a job.</summary>
public sealed class UseItTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private static readonly double[] Fast = [0.1, 0.101, 0.102];
    private static readonly double[] Slow = [0.2, 0.201, 0.202];

    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task The_winner_has_its_code_its_costs_and_its_class()
    {
        var page = await PageOfAsync(new() { Cases = [("hset", null, Fast), ("multi-exec", null, Slow)] });

        var part = page.QuerySelector("[data-part='use-it']")!;
        part.QuerySelector("summary")!.TextContent.ShouldBe("Use it in your code");
        part.QuerySelector("p")!.TextContent.ShouldBe("hset is fastest.");
        var code = part.QuerySelector($"[data-copied='{part.QuerySelector("[data-copy]")!.GetAttribute("data-copy")}']")!.TextContent;
        code.ShouldStartWith("using StackExchange.Redis;\n");
        code.ShouldContain("foreach (var fields in documents.Chunk(100))");
        part.QuerySelectorAll("li").Select(item => item.TextContent).ShouldContain("A call writes fields of one hash only.");
        part.QuerySelector("details details pre")!.TextContent.ShouldContain("public sealed class Hset(int fieldsPerHset)");
    }

    [Fact]
    public async Task A_winner_as_published_has_only_its_class()
    {
        var page = await PageOfAsync(new() { Cases = [("lua-as-published", null, Fast), ("multi-exec", null, Slow)] });

        var part = page.QuerySelector("[data-part='use-it']")!;
        part.QuerySelector("[data-copy]").ShouldBeNull();
        part.TextContent.ShouldContain("It is the code of the article, including its defects, and not meant for use.");
        part.QuerySelector("details details pre")!.TextContent.ShouldContain("class LuaAsPublished(");
    }

    [Theory]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    public async Task A_job_without_a_winner_has_an_empty_part(JobState state)
    {
        var page = await PageOfAsync(new() { State = state, Cases = [("hset", null, Fast), ("multi-exec", null, Slow)] });

        page.QuerySelector("[data-part='use-it']")!.TextContent.Trim().ShouldBeEmpty();
    }

    [Fact]
    public async Task The_address_can_open_it()
    {
        var id = await new StoredJob { Cases = [("hset", null, Fast), ("multi-exec", null, Slow)] }.AddAsync(_host.Folder, Ct);

        (await _host.PageAsync($"/jobs/{id}")).QuerySelector(".use-it")!.HasAttribute("open").ShouldBeFalse();
        (await _host.PageAsync($"/jobs/{id}?open=use-it")).QuerySelector(".use-it")!.HasAttribute("open").ShouldBeTrue();
    }

    private async Task<IDocument> PageOfAsync(StoredJob job) => await _host.PageAsync($"/jobs/{await job.AddAsync(_host.Folder, Ct)}");
}
