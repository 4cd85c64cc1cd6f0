using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Pages.NewRun;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Articles;

/// <summary>The articles: their questions, their answers and the results of this machine.</summary>
public sealed class IndexModel(Catalogue catalogue, TargetBoard board, JobLedger ledger, JobIntake intake) : PageModel
{
    /// <summary>The number of recent jobs that are searched for a proof.</summary>
    private const int SearchedJobs = 10;

    public IReadOnlyList<ArticleView> Views { get; private set; } = [];

    /// <summary>The benchmark whose job was not queued, with the reasons.</summary>
    public (string Benchmark, IReadOnlyList<string> Sentences)? Refusal { get; private set; }

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostRunAsync(string? benchmark, CancellationToken ct)
    {
        if (catalogue.Find(benchmark)?.Info is not { Article: not null } info)
        {
            return NotFound();
        }

        try
        {
            var form = RunForm.AsInTheArticle(info, (await board.DefaultAsync())?.Name);
            var (job, errors) = await intake.SubmitAsync(form.ToDraft(), RequestedBy.Page, ct);
            if (job is not null)
            {
                return LocalRedirect($"/jobs/{job.Id}");
            }

            Refusal = (info.Name, [.. errors.Select(error => error.Message)]);
            Response.StatusCode = StatusCodes.Status400BadRequest;
        }
        catch (QueueFullException full)
        {
            Refusal = (info.Name, [full.Reason.ToText()]);
            Response.StatusCode = StatusCodes.Status429TooManyRequests;
        }

        await LoadAsync(ct);
        return Page();
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        var views = new List<ArticleView>();
        foreach (var info in catalogue.Benchmarks.Select(benchmark => benchmark.Info).Where(info => info.Article is not null))
        {
            views.Add(await ViewAsync(info, info.Article!, ct));
        }

        Views = views;
    }

    // A job over a simulated link or imported from another machine is not a result of this machine.
    private static bool IsOurs(JobEnvironment? environment) =>
        environment is null || (environment.Machine == Environment.MachineName && environment.Targets.All(target => target.RelayCost is null));

    private async Task<ArticleView> ViewAsync(BenchmarkInfo info, PublishedArticle article, CancellationToken ct)
    {
        var listing = await ledger.ListAsync(new JobFilter(info.Name, JobState.Completed, SearchedJobs), ct);
        var proofs = new Dictionary<Correction, (string Sentence, Guid Job)>();
        JobDocument? newest = null;
        foreach (var listed in listing.Jobs.Where(listed => IsOurs(listed.Document.Environment)))
        {
            var open = article.Corrections.Where(correction => correction.Proof is not null && !proofs.ContainsKey(correction)).ToArray();
            if (newest is not null && open.Length == 0)
            {
                break;
            }

            // Another request may have deleted it since it was listed.
            if (await ledger.FindAsync(listed.Document.Id, ct) is not { } job)
            {
                continue;
            }

            newest ??= job;
            foreach (var correction in open)
            {
                if (correction.ProofBy(job) is { } sentence)
                {
                    proofs.Add(correction, (sentence, job.Id));
                }
            }
        }

        return new(article, info, newest, proofs);
    }
}

/// <summary>An article with the results of this machine for the same question.</summary>
/// <param name="Article">The published results.</param>
/// <param name="Benchmark">The benchmark with the same question.</param>
/// <param name="Newest">The newest completed job of it; null before the first.</param>
/// <param name="Proofs">What a job here measured of a correction, with that job, by the correction.</param>
public sealed record ArticleView(
    PublishedArticle Article,
    BenchmarkInfo Benchmark,
    JobDocument? Newest,
    IReadOnlyDictionary<Correction, (string Sentence, Guid Job)> Proofs)
{
    /// <summary>Whether the newest job differs from the button's in an option or in the documents.</summary>
    public bool HasOtherOptions => Newest is { Request: var request } &&
        (request.Payload is not null || RunForm.Of(Benchmark, request, null).Options.Except(RunForm.AsInTheArticle(Benchmark, null).Options).Any());

    public string Headline => Newest is null ? "" : Core.Reporting.Findings.Headline.Of(Newest, Benchmark);
}
