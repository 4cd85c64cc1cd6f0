using System.Globalization;
using AngleSharp.Html.Dom;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The page with the profiles of a job.</summary>
public sealed class ProfilePageTests
{
    // These tests measure without a worker process, so only the server, a program of .NET, has stacks.
    [Fact]
    public async Task Methods_of_a_case_are_shown_alone_and_compared_with_another_case()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync("""
            {"benchmark":"insert","strategies":["batch","hset"],"options":{"items":20000,"payloadBytes":2000},"targets":["embedded"],"runs":1,
            "warmups":0,"profile":true}
            """)).Text("id")!;
        await host.EndedAsync(id);

        var job = await host.PageAsync($"/jobs/{id}");
        var address = job.QuerySelectorAll("a").OfType<IHtmlAnchorElement>().Single(link => link.TextContent == "Where the time went").PathName;
        var alone = await host.PageAsync(address);

        alone.QuerySelectorAll("h2").Select(title => title.TextContent)
            .ShouldBe(["Call stacks", "Own time by method, client", "Own time by method, server"]);
        alone.QuerySelectorAll("[data-flame]").Select(graph => graph.GetAttribute("data-side")).ShouldBe(["server"]);
        alone.QuerySelectorAll("table.figures").Length.ShouldBeGreaterThan(0);
        var cases = alone.QuerySelectorAll("select[name=case] option").OfType<IHtmlOptionElement>().ToDictionary(option => option.Text);
        cases.Keys.ShouldBe(["batch", "hset", "floor"], ignoreOrder: true);
        var compared = await host.PageAsync($"{address}?case={cases["hset"].Value}&with={cases["batch"].Value}");
        var table = compared.QuerySelectorAll("table.figures").First(table => table.TextContent.Contains("difference", StringComparison.Ordinal));
        double[][] rows = [.. table.QuerySelectorAll("tbody tr").Select(row => row.QuerySelectorAll("td")
            .Select(cell => double.Parse(cell.TextContent.Replace('−', '-'), CultureInfo.InvariantCulture)).ToArray())];
        rows.ShouldAllBe(row => Math.Abs(row[0] - row[1] - row[2]) < 0.0016, "the difference is that of the two times, rounded");
        rows.Select(row => Math.Abs(row[2])).ShouldBeInOrder(SortDirection.Descending);
        foreach (var link in compared.QuerySelectorAll("a[download]").OfType<IHtmlAnchorElement>())
        {
            (await host.Client.GetStringAsync(link.PathName + link.Search, Ct)).ShouldNotBeEmpty();
        }
    }

    [Fact]
    public async Task A_job_without_a_profile_has_a_sentence_and_a_button_instead_of_a_link()
    {
        await using var host = WebHost.Start();
        var id = (await host.QueueAsync(SmallJob.Json.On("embedded"))).Text("id")!;
        await host.EndedAsync(id);

        (await host.PageAsync($"/jobs/{id}/profile")).Body!.TextContent.ShouldContain("This job has no profile.");
        var job = await host.PageAsync($"/jobs/{id}");
        job.Body!.TextContent.ShouldNotContain("Where the time went");
        var form = job.QuerySelectorAll("form").OfType<IHtmlFormElement>().Single(form => form.TextContent.Trim() == "Profile this job");

        (await host.SubmitAsync(form)).EnsureSuccessStatusCode();

        await host.EndedAsync(id);
        var profiled = (await host.PageAsync($"/jobs/{id}")).Body!.TextContent;
        profiled.ShouldContain("Where the time went");
        profiled.ShouldNotContain("Profile this job");
    }
}
