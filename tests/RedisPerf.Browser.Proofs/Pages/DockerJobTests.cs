using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Proofs.Targets.Docker;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Configuration;
using static Microsoft.Playwright.Assertions;

namespace RedisPerf.Browser.Proofs.Pages;

[Collection(BrowserTests.Name)]
public sealed class DockerJobTests(Stage stage, StartedDocker docker) : IClassFixture<StartedDocker>
{
    private const int Runs = 3;

    [Fact]
    public async Task The_published_code_runs_in_a_container_while_the_page_shows_it_and_every_run_is_verified()
    {
        docker.SkipUnlessThere();
        await using var app = new RunningApp(services => services.AddSingleton(
            provider => new TargetCatalogue(provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value.Data, [], docker.Api)));
        await using var page = await stage.OpenAsync(app: app);
        var published =
            Catalogue.Default.Find("insert")!.Info.Strategies.Where(strategy => strategy.AsPublished).Select(strategy => strategy.Name).ToArray();

        await page.GotoAsync($"/jobs/{await QueueAsync(app, published)}");

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-state", "running");
        await Expect(page[".strip-state"]).ToHaveTextAsync("completed");
        foreach (var strategy in published)
        {
            await Expect(page[$"[data-summary] tr[data-case]:has-text('{strategy}') [data-f=verified]"].First).ToHaveTextAsync($"{Runs}/{Runs}");
        }

        await Expect(page["[data-job]"]).ToHaveAttributeAsync("data-points", $"{(published.Length + 1) * (Runs + 1)}");
        page.Complaints.ShouldBeEmpty();
        (await docker.OwnContainersAsync()).ShouldBeEmpty();
    }

    private static async Task<string> QueueAsync(RunningApp app, string[] strategies)
    {
        using var client = app.Connect();
        using var answer = await client.PostAsJsonAsync("/api/jobs", new
        {
            benchmark = "insert",
            strategies,
            targets = new[] { "docker-redis" },
            // The published Lua sends only full calls of three keys each, so the number of keys is a multiple of three.
            options = new { items = 3000, keys = 30, payloadBytes = 2000 },
            runs = Runs,
            warmups = 1,
        });
        var job = (await answer.Content.ReadFromJsonAsync<JsonObject>())!;
        answer.IsSuccessStatusCode.ShouldBeTrue($"{job}");
        return job["id"]!.GetValue<string>();
    }
}
