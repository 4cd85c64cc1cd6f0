using RedisPerf.Core.Model;

namespace RedisPerf.Web.Tests.Pages;

/// <summary>The page of a job that has ended. The jobs are imported into the ledger.</summary>
public sealed class JobPageTests(SharedHost shared) : IClassFixture<SharedHost>
{
    private readonly WebHost _host = shared.Host;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(JobState.Cancelled, 0, "Cancelled. The completed runs are below.")]
    [InlineData(JobState.Cancelled, 1, "Cancelled before a timed run was completed.")]
    [InlineData(JobState.Interrupted, 0, "RedisPerf stopped while this job was running. The completed runs are below.")]
    [InlineData(JobState.Interrupted, 1, "RedisPerf stopped while this job was running.")]
    public async Task A_job_that_stopped_mentions_completed_runs_only_if_it_has_a_timed_one(JobState state, int warmups, string sentence)
    {
        var id = await new StoredJob { State = state, Warmups = warmups, Cases = [("batch", null, [0.1])] }.AddAsync(_host.Folder, Ct);

        var page = await _host.PageAsync($"/jobs/{id}");

        string[] resume = state == JobState.Interrupted ? ["Resume, at the end of this page, continues the job with the first run that is missing."] : [];
        page.QuerySelectorAll(".findings > p:not([data-queue])").Select(paragraph => paragraph.TextContent).ShouldBe([sentence, .. resume]);
    }
}
