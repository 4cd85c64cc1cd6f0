using System.Net;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Api;

/// <summary>The clients that a job can name. <c>ClientJobTests</c> has jobs that name some.</summary>
public sealed class ClientTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Fact]
    public async Task All_clients_are_listed_with_the_default() =>
        JsonNode.Parse(await _host.Client.GetStringAsync("/api/clients", Ct))!.ToJsonString()
            .ShouldBe("""[{"name":"3.4.35","isDefault":true},{"name":"2.13.17","isDefault":false}]""");

    [Fact]
    public async Task An_unknown_client_is_refused()
    {
        using var answer = await _host.PostAsync("""{ "benchmark": "insert", "clients": ["1.2.6"] }""");

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.ProblemAsync()).Error("clients").ShouldNotBeNull().ShouldContain("Valid clients: 3.4.35, 2.13.17.");
    }

    [Fact]
    public async Task The_form_keeps_the_selection()
    {
        var page = await _host.PageAsync("/?benchmark=insert&clients=2.13.17");

        page.QuerySelectorAll("input[name=clients]").Select(box => (box.GetAttribute("value"), box.HasAttribute("checked")))
            .ShouldBe([("3.4.35", false), ("2.13.17", true)]);
    }
}
