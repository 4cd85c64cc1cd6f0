using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Site;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Cli.Publishing;

/// <summary>What a ledger has for a site.</summary>
/// <param name="benchmarks">The benchmarks to publish; empty for all.</param>
/// <param name="schedules">The names of the schedules to publish; empty for all jobs.</param>
internal sealed class LedgerSource(JobLedger ledger, Catalogue catalogue, IReadOnlyList<string> benchmarks, IReadOnlyList<string> schedules)
{
    private const int PageLength = 1_000;
    private const int MaxAlerts = 1_000;

    /// <summary>The completed jobs, newest first.</summary>
    public async Task<IReadOnlyList<PublishedJob>> JobsAsync(CancellationToken ct)
    {
        var jobs = new List<PublishedJob>();
        var filter = new JobFilter(benchmarks is [var benchmark] ? benchmark : null, JobState.Completed, PageLength,
            Schedule: schedules is [var schedule] ? schedule : null);
        do
        {
            var listing = await ledger.ListAsync(filter, ct);
            jobs.AddRange(
                from job in listing.Jobs.Select(listed => listed.Document)
                where IsChosen(job.Benchmark, job.Schedule)
                select PublishedJob.Of(ledger, job, isNamed: false));
            filter = filter with { Before = listing.Next };
        }
        while (filter.Before is not null);

        return jobs;
    }

    /// <summary>The errors of the names of schedules. A deleted schedule is known by its jobs.</summary>
    public async Task<IReadOnlyList<string>> FindErrorsAsync(CancellationToken ct)
    {
        string[] known = [.. (await new ScheduleLedger(ledger.Database).ListAsync(ct)).Select(record => record.Schedule.Name)];
        var errors = new List<string>();
        foreach (var name in schedules.Except(known))
        {
            if ((await ledger.ListAsync(new JobFilter(Limit: 1, Schedule: name), ct)).Jobs.Count == 0)
            {
                errors.Add($"--schedule: the ledger has no schedule \"{name}\""
                    + (known.Length == 0 ? "." : $". Valid: {string.Join(", ", known.Order(StringComparer.OrdinalIgnoreCase))}."));
            }
        }

        return errors;
    }

    /// <summary>The job with an id or a number; null when no such job has ended.</summary>
    public async Task<PublishedJob?> FindAsync(string name, CancellationToken ct) =>
        await ledger.FindIdAsync(name, ct) is { } id && await ledger.FindJobAsync(id, ct) is { HasEnded: true } job
            ? PublishedJob.Of(ledger, job, isNamed: true)
            : null;

    /// <summary>The trends and the alerts of the schedules.</summary>
    /// <param name="pages">The jobs with a page.</param>
    public async Task<(IReadOnlyList<(SiteLink Link, string Page)> Trends, IReadOnlyList<Alert> Alerts)> TrendsAsync(
        IReadOnlySet<Guid> pages, CancellationToken ct)
    {
        var (trends, alerts) = (new List<(SiteLink, string)>(), new List<Alert>());
        var (records, runLedger, alertLedger) =
            (new ScheduleLedger(ledger.Database), new ScheduledRunLedger(ledger.Database, catalogue), new AlertLedger(ledger.Database));
        foreach (var schedule in (await records.ListAsync(ct)).Where(record => record.Damage is null).Select(record => record.Schedule)
            .Where(schedule => IsChosen(schedule.Request.Benchmark, schedule.Name)))
        {
            var runs = await runLedger.ListAsync(schedule.Name, TrendStrip.Length, ct: ct);
            if (runs.Count == 0)
            {
                continue;
            }

            Alert[] own = [.. (await alertLedger.ListAsync(null, schedule.Id, MaxAlerts, ct: ct)).Where(alert => alert.Error is null)];
            var ranges = RegressionDetector.FindExpectedRanges(ScheduledRunHistory.Usual(ScheduledRunHistory.Comparable(runs), own));
            var page = new SiteTrend(
                schedule, catalogue.Find(schedule.Request.Benchmark)?.Info, ScheduledRunPoints.Of(runs, await records.MissedAsync(schedule.Id, ct)),
                ranges, own, pages);
            var active = own.Count(alert => alert.IsActive);
            trends.Add((
                new(schedule.Name, SiteTrend.PageOf(schedule.Id),
                    $"({schedule.Request.Benchmark}{(active == 0 ? "" : $", {NumberFormat.Count(active, "active alert")}")})"),
                page.Write()));
            alerts.AddRange(own);
        }

        return (trends, [.. alerts.OrderByDescending(alert => alert.Id)]);
    }

    private bool IsChosen(string benchmark, string? schedule) =>
        (benchmarks.Count == 0 || benchmarks.Contains(benchmark)) && (schedules.Count == 0 || (schedule is not null && schedules.Contains(schedule)));
}
