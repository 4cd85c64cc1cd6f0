using System.Text;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Site;
using RedisPerf.Core.Trends;

namespace RedisPerf.Cli.Publishing;

/// <summary>Writes a site, or adds to it.</summary>
/// <param name="site">Its files.</param>
/// <param name="catalogue">Declares the benchmarks.</param>
/// <param name="address">The address of the site; null when it is not known.</param>
internal sealed class SiteBuilder(SiteFolder site, Catalogue catalogue, Uri? address)
{
    private const string ComparisonFolder = "compare";
    private const string RunsFile = "runs.parquet";

    // Each job is two columns of the comparison.
    private const int MaxCompared = 10;
    private const int MaxComparisons = 50;

    private static readonly EqualityComparer<SiteJob> SameSource =
        EqualityComparer<SiteJob>.Create((one, other) => (one?.Id, one?.Source) == (other?.Id, other?.Source));

    /// <summary>Adds jobs, and removes the oldest ones that are too many.</summary>
    /// <param name="jobs">Jobs that have ended, without duplicates.</param>
    /// <param name="keep">The largest number of jobs of the site.</param>
    /// <param name="ledger">For the trends; null when the jobs are from files, and the trends remain.</param>
    /// <returns>The site as it is now.</returns>
    public async Task<SiteRecord> BuildAsync(IReadOnlyList<PublishedJob> jobs, int keep, LedgerSource? ledger, CancellationToken ct)
    {
        var record = site.Record;
        var known = record.Jobs.ToDictionary(job => job.Id);
        var added = jobs.Where(job => known.ContainsKey(job.Id) || job.Stays || !(job.At <= record.Thinned)).ToDictionary(job => job.Id);
        var all = known.Values.Select(job => (job.Id, job.At, job.Stays)).Concat(added.Values.Select(job => (job.Id, job.At, job.Stays)))
            .GroupBy(job => job.Id).Select(same => (Id: same.Key, same.First().At, Stays: same.Any(job => job.Stays))).ToArray();
        var kept = SiteThinning.Choose(all, job => job.At, job => job.Stays, keep);
        var removed = all.Except(kept).ToArray();
        var entries = new List<SiteJob>();
        foreach (var (id, _, _) in kept)
        {
            if ((added.TryGetValue(id, out var job) ? await WriteAsync(job, known.GetValueOrDefault(id), ct) : known[id]) is { } entry)
            {
                entries.Add(entry);
            }
        }

        record = new()
        {
            Jobs = entries,
            Thinned = removed.Select(job => (DateTimeOffset?)job.At).Append(record.Thinned).Max(),
            Comparisons = await CompareAsync(entries, ct),
            Trends = record.Trends,
        };
        if (!entries.SequenceEqual(site.Record.Jobs, SameSource) || !site.Has(RunsFile))
        {
            await site.WriteAsync(RunsFile, await ParquetReport.WriteRunsAsync(await ReadAsync(entries, ct), ct), ct);
        }

        if (ledger is not null)
        {
            var (trends, alerts) = await ledger.TrendsAsync(entries.Select(entry => entry.Id).ToHashSet(), ct);
            record = record with { Trends = [.. trends.Select(trend => trend.Link)] };
            foreach (var (link, page) in trends)
            {
                await site.WriteAsync(link.Page, page, ct);
            }

            await WriteFeedAsync(alerts, ct);
        }
        else if (!site.Has(SiteFeed.FileName))
        {
            await WriteFeedAsync([], ct);
        }

        await site.WriteAsync(SiteIndex.FileName, SiteIndex.Write(record.Jobs, record.Trends, record.Comparisons), ct);
        foreach (var (id, _, _) in removed)
        {
            if (known.TryGetValue(id, out var entry))
            {
                site.Remove(entry);
            }
        }

        site.RemoveOthers(ComparisonFolder, record.Comparisons);
        site.RemoveOthers(SiteTrend.Folder, record.Trends);
        await site.SaveAsync(record, ct);
        return record;
    }

    private async Task<SiteJob?> WriteAsync(PublishedJob job, SiteJob? known, CancellationToken ct)
    {
        var source = await job.SourceAsync(ct);
        if (known?.Source == source && site.Has(known.Page))
        {
            return known;
        }

        if (await job.ReadAsync(ct) is not { } document)
        {
            return null;
        }

        var info = catalogue.Find(document.Benchmark)?.Info;
        var entry = SiteJob.Of(document, info, source);
        await site.WriteAsync(entry, SitePages.OfJob(document, info), Badge.Write(document, info), document, ct);
        return entry;
    }

    // The newest jobs that measure the same, with the oldest one of them as the base.
    private async Task<IReadOnlyList<SiteLink>> CompareAsync(IReadOnlyList<SiteJob> jobs, CancellationToken ct)
    {
        var links = new List<SiteLink>();
        foreach (var same in jobs.Where(job => job.State == JobState.Completed).GroupBy(job => (job.Benchmark, job.Title))
            .Where(same => same.Count() > 1).Take(MaxComparisons))
        {
            SiteJob[] compared = [.. same.Take(MaxCompared).Reverse()];
            var source = PublishedJob.Identify(Encoding.UTF8.GetBytes(string.Join('\n', compared.Select(job => $"{job.Id} {job.Source}"))));
            var name = PublishedJob.NameOf(Encoding.UTF8.GetBytes($"{same.Key.Benchmark}\n{same.Key.Title}"));
            var link = new SiteLink(same.Key.Title, $"{ComparisonFolder}/{name}.html", $"({NumberFormat.Count(compared.Length, "job")})")
            { Source = source };
            if (!(site.Record.Comparisons.Contains(link) && site.Has(link.Page)))
            {
                if (await ReadAsync(compared, ct) is not [var first, .. { Count: > 0 } others] || ComparedJobs.Of(
                    others.Select(other => Comparison.Of(first, other, catalogue.Find(first.Benchmark)?.Info))) is not { } result)
                {
                    continue;
                }

                await site.WriteAsync(link.Page, SitePages.OfComparison(result), ct);
            }

            links.Add(link);
        }

        return links;
    }

    private async Task<List<JobDocument>> ReadAsync(IEnumerable<SiteJob> jobs, CancellationToken ct)
    {
        var documents = new List<JobDocument>();
        foreach (var job in jobs)
        {
            if (await site.ReadAsync(job, ct) is { } document)
            {
                documents.Add(document);
            }
        }

        return documents;
    }

    private Task WriteFeedAsync(IReadOnlyList<Alert> alerts, CancellationToken ct) => site.WriteAsync(
        SiteFeed.FileName, SiteFeed.Write(alerts, alert => $"{SiteTrend.PageOf(alert.ScheduleId)}#{CaseAnchor.Of(alert.Case)}", address), ct);
}
