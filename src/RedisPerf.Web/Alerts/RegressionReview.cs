using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Background;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Alerts;

/// <summary>Reviews one scheduled run: detects cases that are slower than in the earlier runs, requests and evaluates the rerun, and
/// updates the active alerts. A suspicious run is reviewed twice: before and after its rerun.</summary>
public sealed class RegressionReview(
    ScheduledRunLedger runs, AlertLedger alerts, ScheduleLedger schedules, IJobPlacement placement, Catalogue catalogue, JobQueue queue,
    WebhookSender webhook, LedgerClock clock, IOptions<RedisPerfOptions> options)
{
    /// <summary>The number of runs that are read: more than are compared, because some may not be comparable.</summary>
    private const int RunsRead = 3 * RegressionDetector.MaximumRuns;

    /// <summary>The number of ended alerts of a schedule that are read; enough for years.</summary>
    private const int AlertsRead = 1_000;

    /// <summary>The number of other strategies in a rerun. They show the state of the machine.</summary>
    private const int MaxOtherSuspects = 3;

    /// <summary>Reviews a scheduled run that needs it.</summary>
    public async Task ReviewAsync(Guid job, CancellationToken ct)
    {
        if (await FindScheduleAsync(job, ct) is not { } schedule
            || await runs.ListAsync(schedule.Name, RunsRead, job, ct) is not [.., { } last] list
            || last.Job.Id != job)
        {
            return;
        }

        Alert[] known = [.. await alerts.ActiveAsync(schedule.Id, ct),
            .. (await alerts.ListAsync(AlertState.Resolved, schedule.Id, AlertsRead, ct: ct)).Where(alert => alert.Error is null)];
        list = [.. await BeforeAsync(schedule, known, list[0].Job.Id, ct), .. list];
        var comparable = ScheduledRunHistory.Comparable(list);
        var usual = ScheduledRunHistory.Usual(comparable, known);
        ScheduledRun[] compared = [.. usual.TakeLast(RegressionDetector.MaximumRuns + 1)];
        var floor = catalogue.Find(last.Job.Benchmark)?.Info.Floor;
        var all = RegressionDetector.Detect(compared, floor);
        var checks = all.Where(check => !known.Any(alert => alert.IsActive && alert.Case == check.Case)).ToArray();
        var result = last.State == ScheduledRunState.Suspicious
            ? ReviewRerun(schedule, last, comparable, checks)
            : ReviewFirst(schedule, last, all.Count == 0, checks, Track(known, list, comparable, out var resolved)) with
            { Resolved = resolved, Improved = FindImprovements(schedule, last, compared, floor, known) };
        if (result.Rerun is not null && await runs.ListAsync(schedule.Name, 1, ct: ct) is [var newest] && newest.Job.Id != job)
        {
            result = WithoutRerun(result, About(ReasonCode.RerunReplaced, result.Suspects, last));
        }

        await SaveAsync(result with { NotifyWebhook = webhook.IsConfigured }, last, ct);
    }

    // An old alert is compared with runs that are older than the listed ones.
    private async Task<IEnumerable<ScheduledRunRecord>> BeforeAsync(Schedule schedule, IReadOnlyList<Alert> known, Guid first, CancellationToken ct)
    {
        var since = known.Where(alert => alert.IsActive).Select(alert => alert.SinceJob).DefaultIfEmpty(first).Min();
        return since.CompareTo(first) < 0
            ? (await runs.ListAsync(schedule.Name, RegressionDetector.MaximumRuns, since, ct)).Where(run => run.Job.Id.CompareTo(first) < 0)
            : [];
    }

    private async Task SaveAsync(ReviewResult result, ScheduledRunRecord last, CancellationToken ct)
    {
        try
        {
            await SaveAndQueueAsync(result);
        }
        catch (QueueFullException full)
        {
            await SaveAndQueueAsync(WithoutRerun(result, About(ReasonCode.RerunNotQueued, result.Suspects, last, ("cause", full.Reason))));
        }

        webhook.RequestDelivery();

        async Task SaveAndQueueAsync(ReviewResult saved)
        {
            await runs.SaveAsync(saved, options.Value.QueueLimit, clock.GetUtcNow(), ct);
            if (saved.Rerun is { } rerun)
            {
                await queue.AnnounceAsync(rerun);
            }
        }
    }

    private static ReviewResult WithoutRerun(ReviewResult result, Reason why) =>
        result with { Rerun = null, State = ScheduledRunState.Unconfirmed, Reason = why };

    private ReviewResult ReviewFirst(Schedule schedule, ScheduledRunRecord last, bool isEarly, CaseCheck[] checks, List<Alert> slow)
    {
        var suspects = checks.Where(check => check.IsSuspicious).Select(check => check.Case).ToArray();
        if (suspects.Length == 0)
        {
            return new(last.Job.Id, slow.Count > 0 ? ScheduledRunState.Slower : isEarly ? ScheduledRunState.Early : ScheduledRunState.Usual)
            { Updated = slow };
        }

        var rerun = Job.Create(CreateRerunRequest(last.Job, suspects), RequestedBy.Schedule, clock.GetUtcNow(),
            About(ReasonCode.LookedSlower, suspects, last).ToText(), schedule.Name);
        return new(last.Job.Id, ScheduledRunState.Suspicious) { Suspects = suspects, Rerun = rerun with { Confirms = last.Job.Id }, Updated = slow };
    }

    private ReviewResult ReviewRerun(Schedule schedule, ScheduledRunRecord last, IReadOnlyList<ScheduledRun> comparable, CaseCheck[] checks)
    {
        var result = new ReviewResult(last.Job.Id, ScheduledRunState.Unconfirmed) { Suspects = last.Suspects };
        if (last is not { RerunTimes: not null, Rerun: { } rerun })
        {
            return result with
            {
                Reason = last.Rerun is { } other
                ? About(ReasonCode.RerunNotCompleted, last.Suspects, last, ("state", other.State.ToWord()))
                : About(ReasonCode.RerunDeleted, last.Suspects, last)
            };
        }

        if (Comparability.DifferencesBetween(last.Job, rerun) is [var first, ..])
        {
            var difference = Difference.Of(first, catalogue.Find(rerun.Benchmark)?.Info);
            return result with
            {
                Reason = About(
                ReasonCode.RerunDiffers, last.Suspects, last, ("what", difference.Label), ("before", difference.Base), ("after", difference.With))
            };
        }

        var now = clock.GetUtcNow();
        var confirmed = checks.Where(check => check.IsConfirmed && last.Suspects.Contains(check.Case)).ToArray();
        if (confirmed.Length == 0)
        {
            return result with { Reason = About(ReasonCode.RerunNotConfirmed, last.Suspects, last) };
        }

        return result with
        {
            State = ScheduledRunState.Slower,
            Opened = [.. confirmed.Select(check => Open(check, schedule, last, comparable, rerun.Id, now))],
        };
    }

    private static Alert Open(
        CaseCheck check, Schedule schedule, ScheduledRunRecord last, IReadOnlyList<ScheduledRun> runs, Guid confirmedBy, DateTimeOffset now) => new()
        {
            Id = Guid.CreateVersion7(now),
            State = AlertState.Open,
            ScheduleId = schedule.Id,
            Schedule = schedule.Name,
            Benchmark = last.Job.Benchmark,
            Strategy = check.Case.Strategy,
            At = check.Case.At,
            Ratio = new(check.Ratio, check.Low, check.High),
            Basis = check.Basis,
            Machine = check.Machine,
            Since = runs.First(run => run.Job == check.Since).At,
            SinceJob = check.Since,
            Job = last.Job.Id,
            ConfirmedBy = confirmedBy,
            LastJob = last.Job.Id,
            OpenedAt = now,
            UpdatedAt = now,
        };

    // The level moves within some runs. Until then, the same improvement is found in each run.
    private Alert[] FindImprovements(
        Schedule schedule, ScheduledRunRecord last, IReadOnlyList<ScheduledRun> compared, string? floor, IReadOnlyList<Alert> known)
    {
        var (now, recent) = (clock.GetUtcNow(), compared.TakeLast(RegressionDetector.MinimumRuns).Select(run => run.Job).ToHashSet());
        return
        [
            .. RegressionDetector.DetectFaster(compared, floor)
                .Where(check => !known.Any(alert => alert.Case == check.Case && (alert.IsActive || recent.Contains(alert.LastJob))))
                .Select(check => Open(check, schedule, last, compared, last.Job.Id, now).Resolve(Resolution.Improved, now)),
        ];
    }

    private List<Alert> Track(
        IReadOnlyList<Alert> known, IReadOnlyList<ScheduledRunRecord> all, IReadOnlyList<ScheduledRun> comparable, out List<Alert> resolved)
    {
        var now = clock.GetUtcNow();
        var job = all[^1].Job.Id;
        var updated = new List<Alert>();
        resolved = [];
        // The slow runs of ended alerts are not part of the level.
        var usual = ScheduledRunHistory.Usual(comparable, [.. known.Where(alert => !alert.IsActive)]);
        var tracker = new RegressionTracker(usual, catalogue.Find(all[^1].Job.Benchmark)?.Info.Floor);
        // A run that was imported late may be older than the alert.
        foreach (var alert in known.Where(alert => alert.IsActive && alert.LastJob.CompareTo(job) < 0))
        {
            if (IsNoLongerMeasured(alert, all[^1])
                || (all.Any(run => run.Job.Id == alert.LastJob) && !comparable.Any(run => run.Job == alert.LastJob)))
            {
                resolved.Add(alert.Resolve(Resolution.Changed, now));
                continue;
            }

            var first = usual.TakeWhile(run => run.Job.CompareTo(alert.SinceJob) < 0).Count();
            if (usual.Take(first).Count(run => run.Levels.ContainsKey(alert.Case)) < RegressionTracker.MinimumRuns)
            {
                resolved.Add(alert.Resolve(Resolution.Forgotten, now));
                continue;
            }

            // With too few other strategies, the case is compared with its own level only.
            if ((tracker.Track(alert.Case, first, alert.Basis, alert.Ratio!.Value)
                ?? tracker.Track(alert.Case, first, Basis.Itself, alert.Ratio.Value)) is not { } trend)
            {
                continue;
            }

            if (trend.HasReturned)
            {
                resolved.Add(alert.Resolve(Resolution.Returned, now));
            }
            else if (trend.IsSlow)
            {
                var isSilenceOver = alert.State == AlertState.Silenced && alert.SilencedUntil <= now;
                updated.Add(alert with
                {
                    Ratio = trend.Ratio,
                    LastJob = job,
                    UpdatedAt = now,
                    State = isSilenceOver ? AlertState.Open : alert.State,
                    SilencedUntil = isSilenceOver ? null : alert.SilencedUntil
                });
            }
        }

        return updated;
    }

    // A requested strategy that failed is still measured. The floor runs without being requested.
    private bool IsNoLongerMeasured(Alert alert, ScheduledRunRecord last) =>
        !last.Times.ContainsKey(alert.Case) && !last.Job.Request.Strategies.Contains(alert.Strategy)
        && catalogue.Find(alert.Benchmark)?.Info.Floor != alert.Strategy;

    // The floor runs in every job without being requested.
    private JobRequest CreateRerunRequest(JobDocument job, CaseKey[] suspects)
    {
        var request = job.Request;
        var names = suspects.Select(@case => @case.Strategy).ToHashSet();
        var info = catalogue.Find(job.Benchmark)?.Info;
        var baseline = BenchmarkInfo.BaselineOf(request, info);
        string?[] baselines = [baseline, .. names.Select(name => BenchmarkInfo.BaselineOf(request, info, name))];
        var otherCases =
            request.Strategies.Where(strategy => !names.Contains(strategy)).OrderByDescending(baselines.Contains).Take(MaxOtherSuspects).ToArray();
        return request with
        {
            Strategies = [.. request.Strategies.Where(strategy => names.Contains(strategy) || otherCases.Contains(strategy))],
            Baseline = baseline,
            Node = placement.NodeOfRepetition(job),
        };
    }

    private async Task<Schedule?> FindScheduleAsync(Guid job, CancellationToken ct) =>
        await runs.ScheduleOfAsync(job, ct) is { } name
            ? (await schedules.ListAsync(ct)).FirstOrDefault(kept => kept.Schedule.Name == name)?.Schedule
            : null;

    private static Reason About(
        ReasonCode code, IReadOnlyList<CaseKey> cases, ScheduledRunRecord run, params ReadOnlySpan<(string Name, object? Value)> args)
    {
        const int named = 3;
        var more = cases.Count > named ? cases.Count - named : (int?)null;
        var names = cases.Take(named).Select(@case => CaseText.Name(@case, run.Job.Request.Axes));
        return Reason.Of(code, [("cases", string.Join(", ", names)), ("more", more), .. args]);
    }
}
