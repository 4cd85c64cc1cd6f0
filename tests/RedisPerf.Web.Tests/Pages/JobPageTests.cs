using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The page of a job that has ended. The jobs are imported into the ledger.</summary>
public sealed class JobPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    [Theory]
    [InlineData(JobState.Cancelled, 0, "Cancelled. The completed runs are below.")]
    [InlineData(JobState.Cancelled, 1, "Cancelled before a timed run was completed.")]
    [InlineData(JobState.Interrupted, 0,
        "RedisPerf stopped while this job was running. The completed runs are below. Press Resume to continue with the first missing run.")]
    [InlineData(JobState.Interrupted, 1, "RedisPerf stopped while this job was running. Press Resume to continue with the first missing run.")]
    public async Task A_job_that_stopped_mentions_completed_runs_only_if_it_has_a_timed_one(JobState state, int warmups, string sentence)
    {
        var id = await new StoredJob { State = state, Warmups = warmups, Cases = [("batch", null, [0.1])] }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelectorAll(".findings > p:not([data-queue])").ShouldHaveSingleItem().TextContent.ShouldBe(sentence);
    }

    [Fact]
    public async Task Resume_is_the_first_button_of_an_interrupted_job_and_states_its_remaining_runs()
    {
        var id = await new StoredJob { State = JobState.Interrupted, Cases = [("batch", null, [2.0, 2.0]), ("hset", null, [1.0])] }
            .AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelectorAll("main button.btn:not([hidden] *), main a.btn")[0].TextContent.ShouldBe("Resume");
        page.QuerySelector("[data-runs-left]")!.TextContent.ShouldBe("3 of 6 runs left, about 5 s");
        page.QuerySelectorAll("main .btn-primary").ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Delete_is_offered_for_a_job_that_can_be_deleted_only()
    {
        var id = await new StoredJob { Cases = [("batch", null, [0.1])] }.AddAsync(_host.Folder, Ct);
        (await _host.PageAsync($"/jobs/{id}")).QuerySelector("form[action$='handler=Delete']").ShouldNotBeNull();
        await _host.Services.GetRequiredService<BaselineLedger>().PinAsync(id, DateTimeOffset.UtcNow, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");
        page.QuerySelector("form[action$='handler=Delete'], [popovertarget=delete]").ShouldBeNull();
        (await _host.PageAsync("/jobs")).QuerySelector($"input[value='{id}']")!.GetAttribute("data-undeletable")!
            .ShouldEndWith(" is a baseline; unpin it on its page first.");
        await _host.Services.GetRequiredService<BaselineLedger>().UnpinAsync(id, Ct);
        (await _host.PageAsync("/jobs")).QuerySelector($"input[value='{id}']")!.GetAttribute("data-undeletable").ShouldBe("");
    }

    [Fact]
    public async Task A_job_of_another_machine_cannot_be_resumed_and_the_button_has_the_reason()
    {
        var id = await new StoredJob { State = JobState.Interrupted, Machine = "another", Cases = [("batch", null, [0.1])] }.AddAsync(
            _host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");

        page.QuerySelector(".findings .notice")!.TextContent.ShouldBe("RedisPerf stopped while this job was running. The completed runs are below.");
        var button = page.QuerySelector("form[action$='handler=Resume'] button")!;
        button.HasAttribute("disabled").ShouldBeTrue();
        button.GetAttribute("title")!.ShouldStartWith("The job cannot continue: machine was another and is ");
    }
}
