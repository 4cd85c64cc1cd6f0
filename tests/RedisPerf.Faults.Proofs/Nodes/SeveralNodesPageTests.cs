using System.Net;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Web.Live;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs.Nodes;

public sealed class SeveralNodesPageTests(SharedNode shared) : IClassFixture<SharedNode>
{
    [Fact]
    public async Task A_stopped_node_has_the_time_and_can_be_removed()
    {
        var other = await shared.JoinAsync("old", "far-redis");
        var active = Row(await shared.Host.PageAsync("/nodes"), "old").ShouldNotBeNull();
        active.QuerySelector(".state")!.TextContent.ShouldBe("active");
        active.QuerySelectorAll("time, form").ShouldBeEmpty();
        await shared.LeaveAsync(other);

        var stopped = Row(await shared.Host.PageAsync("/nodes"), "old").ShouldNotBeNull();
        stopped.TextContent.ShouldContain("stopped, last seen");
        stopped.QuerySelector("time").ShouldNotBeNull();
        using var answer = await shared.Host.SubmitAsync((IHtmlFormElement)stopped.QuerySelector("form")!);

        answer.RequestMessage!.RequestUri!.AbsolutePath.ShouldBe("/nodes");
        answer.RequestMessage.Method.ShouldBe(HttpMethod.Get);
        Row(await shared.Host.PageAsync("/nodes"), "old").ShouldBeNull();
    }

    [Fact]
    public async Task Open_pages_are_loaded_again_when_a_node_joins_and_when_it_stops()
    {
        var lists = shared.Host.Services.GetRequiredService<LiveLists>();
        var before = await UnchangedAsync(lists);

        var other = await shared.JoinAsync("brief");
        var joined = await ChangedAsync(lists, before);
        await shared.LeaveAsync(other);

        (await ChangedAsync(lists, joined)).ShouldBeGreaterThan(joined);
    }

    [Fact]
    public async Task A_node_that_is_active_again_is_not_removed()
    {
        await shared.LeaveAsync(await shared.JoinAsync("back"));
        var form = (IHtmlFormElement)Row(await shared.Host.PageAsync("/nodes"), "back")!.QuerySelector("form")!;
        await shared.JoinAsync("back");

        using var answer = await shared.Host.SubmitAsync(form);
        using var withoutToken = await shared.Host.Client.PostAsync("/nodes?handler=Remove", new FormUrlEncodedContent([new("name", "back")]), Ct);

        answer.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        var page = await WebHost.ParseAsync(answer);
        page.QuerySelector("[role=alert]")!.TextContent.ShouldBe("Node back is active again. It was not removed.");
        Row(page, "back").ShouldNotBeNull();
        withoutToken.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task A_node_links_to_the_job_that_it_executes_and_the_job_names_its_node()
    {
        var job = await shared.Host.QueueAsync(SmallJob.EndlessJson);
        var id = job.Text("id")!;
        await shared.Host.UntilAsync($"/api/jobs/{id}", running => running["environment"] is not null);

        var link = Row(await shared.Host.PageAsync("/nodes"), SharedNode.Name)!.QuerySelector($"a[href='/jobs/{id}']").ShouldNotBeNull();
        var facts = (await shared.Host.PageAsync($"/jobs/{id}")).QuerySelectorAll("[data-facts] dt").ToDictionary(
            term => term.TextContent, term => term.NextElementSibling!.TextContent.Trim());
        (await shared.Host.CancelAsync(id)).Dispose();
        await shared.Host.UntilAsync(id, "cancelled");

        link.TextContent.ShouldBe($"#{job["number"]} {job.Text("title")}");
        facts["node"].ShouldBe(SharedNode.Name);
    }

    [Fact]
    public async Task The_form_offers_the_nodes_and_the_targets_of_other_nodes()
    {
        await shared.JoinAsync("far", "far-redis", SmallJob.Target);

        var page = await shared.Host.PageAsync("/");

        var names = page.QuerySelectorAll("#node option").Select(option => option.TextContent).ToArray();
        names[0].ShouldBe("default");
        new[] { "far", SharedNode.Name }.ShouldBeSubsetOf(names);
        page.QuerySelectorAll("#onNodeLoss option").Select(option => option.TextContent).ShouldBe(
            ["default", "interrupt", "requeue"], ignoreOrder: true);
        page.QuerySelector("#target-far-redis")!.ParentElement!.TextContent.ShouldContain("on far");
        page.QuerySelectorAll($"#target-{SmallJob.Target}").Length.ShouldBe(1, "it is a target of this process too");

        var form = (IHtmlFormElement)page.QuerySelector("#new-run")!;
        ((IHtmlInputElement)form.QuerySelector("input[name=targets][checked]")!).IsChecked = false;
        ((IHtmlInputElement)form.QuerySelector("#target-far-redis")!).IsChecked = true;
        using var answer = await shared.Host.SubmitAsync(form, ("node", "far"), ("onNodeLoss", "requeue"));

        var address = answer.RequestMessage!.RequestUri!.AbsolutePath;
        address.ShouldStartWith("/jobs/");
        var id = address.Split('/')[^1];
        var request = (await shared.Host.GetAsync($"/api/jobs/{id}"))["request"]!;
        (request.Text("node"), request.Text("onNodeLoss"), request["targets"]!.ToJsonString()).ShouldBe(("far", "requeue", """["far-redis"]"""));
        (await shared.Host.CancelAsync(id)).Dispose();
    }

    private static async Task<long> ChangedAsync(LiveLists lists, long before)
    {
        await Poll.UntilAsync(() => lists.Version != before);

        return lists.Version;
    }

    // Nodes of other tests may be lost at any time; between two beats of this node there is no change otherwise.
    private static async Task<long> UnchangedAsync(LiveLists lists)
    {
        long before;
        do
        {
            before = lists.Version;
            await Task.Delay(TimeSpan.FromSeconds(1.5), Ct);
        }
        while (lists.Version != before);
        return before;
    }

    private static IElement? Row(IHtmlDocument page, string name) => page.QuerySelector($"[data-node='{name}']");
}
