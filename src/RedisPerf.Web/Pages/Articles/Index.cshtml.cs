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
public sealed class IndexModel(Catalogue catalogue, TargetBoard board, JobLedger ledger, JobIntake intake, Forecaster forecaster) : PageModel
{
    /// <summary>The number of recent jobs among which the nearest one is chosen.</summary>
    private const int ListedJobs = 50;

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
        var listing = await ledger.ListAsync(new JobFilter(info.Name, JobState.Completed, ListedJobs), ct);
        JobDocument[] listedJobs = [.. listing.Jobs.Select(listed => listed.Document).Where(job => IsOurs(job.Environment))];
        var proofs = new Dictionary<Correction, (string Sentence, Guid Job)>();
        // Another request may have deleted a job since it was listed.
        var nearest = ArticleOptions.Nearest(info, listedJobs) is { } found ? await ledger.FindAsync(found.Id, ct) : null;
        foreach (var listed in listedJobs.Take(SearchedJobs))
        {
            var open = article.Corrections.Where(correction => correction.Proof is not null && !proofs.ContainsKey(correction)).ToArray();
            if (open.Length == 0)
            {
                break;
            }

            if ((listed.Id == nearest?.Id ? nearest : await ledger.FindAsync(listed.Id, ct)) is not { } job)
            {
                continue;
            }

            foreach (var correction in open)
            {
                if (correction.ProofBy(job) is { } sentence)
                {
                    proofs.Add(correction, (sentence, job.Id));
                }
            }
        }

        var target = (await board.DefaultAsync())?.Name;
        var form = RunForm.AsInTheArticle(info, target);
        var forecast = nearest is null ? await forecaster.ForAsync(form, Forecaster.ServerOf(Request), ct) : null;
        return new(article, info, nearest, form.ToQuery(target), forecast is { Level: "wrong" } ? null : forecast?.Sentence, proofs);
    }
}

/// <summary>An article with the results of this machine for the same question.</summary>
/// <param name="Article">The published results.</param>
/// <param name="Benchmark">The benchmark with the same question.</param>
/// <param name="Nearest">The completed job whose options are nearest to those of the article; null before the first one.</param>
/// <param name="FormAddress">The form with the options of the article.</param>
/// <param name="Forecast">The size and the duration of a job with these options; null with a job, and without a forecast.</param>
/// <param name="Proofs">What a job here measured of a correction, with that job, by the correction.</param>
public sealed record ArticleView(
    PublishedArticle Article,
    BenchmarkInfo Benchmark,
    JobDocument? Nearest,
    string FormAddress,
    string? Forecast,
    IReadOnlyDictionary<Correction, (string Sentence, Guid Job)> Proofs)
{
    /// <summary>What differs from the options of the article: <c>documents: 300 instead of 30,000</c>.</summary>
    public IReadOnlyList<string> Differences => Nearest is null ? [] : ArticleOptions.Differences(Benchmark, Nearest.Request);

    /// <summary>The published and the own results, relative to the fastest; null without a job, and without two of them in common.</summary>
    public RelativeResults? Relative => Nearest is null ? null : RelativeResults.Of(Article, Nearest);

    public string Headline => Nearest is null ? "" : Core.Reporting.Findings.Headline.Of(Nearest, Benchmark);
}
