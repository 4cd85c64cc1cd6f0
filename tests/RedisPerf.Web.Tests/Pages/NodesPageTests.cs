using System.Net;

namespace RedisPerf.Web.Tests.Pages;

public sealed class NodesPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task With_SQLite_the_page_has_one_node_and_the_way_to_more()
    {
        var page = await _host.PageAsync("/nodes");

        var row = page.QuerySelectorAll("[data-node]").ShouldHaveSingleItem();
        row.QuerySelector("th")!.TextContent.ShouldBe($"{Environment.MachineName} this node");
        row.QuerySelector(".state")!.TextContent.ShouldBe("active");
        row.TextContent.ShouldContain("embedded");
        page.QuerySelectorAll("main form").ShouldBeEmpty("the only node is active");
        page.QuerySelector("nav a[aria-current]")!.TextContent.ShouldBe("Nodes");
        var more = page.QuerySelector("[data-single]").ShouldNotBeNull();
        more.TextContent.ShouldContain("RedisPerf__Ledger");
        using var documentation = await _host.Client.GetAsync(more.QuerySelector("a")!.GetAttribute("href"), Ct);
        documentation.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/schedules/new")]
    public async Task The_form_has_no_fields_of_nodes_where_there_is_one(string address)
    {
        var page = await _host.PageAsync(address);

        page.QuerySelectorAll("#seed").Length.ShouldBe(1);
        page.QuerySelectorAll("#node, #onNodeLoss").ShouldBeEmpty();
    }

    [Fact]
    public async Task A_requested_node_stays_in_the_form_where_there_is_one()
    {
        var page = await _host.PageAsync("/?benchmark=insert&node=nosuch");

        page.QuerySelector("#node option[selected]")!.TextContent.ShouldBe("nosuch");
        page.QuerySelector("#node-error")!.TextContent.ShouldContain("Unknown node \"nosuch\".");
    }
}
