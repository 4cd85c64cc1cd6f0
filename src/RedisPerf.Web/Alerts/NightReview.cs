using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Alerts;

/// <summary>
/// Judges one night of a schedule: whether a case is slower than in the nights before, whether the rerun says so too, and
/// how the alerts go on that last. A night is looked at twice when it is suspicious: before its rerun and after it.
/// </summary>
public sealed class NightReview(
    NightLedger nights, AlertLedger alerts, ScheduleLedger schedules, Catalogue catalogue, JobQueue queue, WebhookSender webhook, TimeProvider time, IOptions<RedisPerfOptions> options)
{
    /// <summary>Nights that are read: more than are compared, because some may not be comparable.</summary>
    private const int Read = 3 * NightJudge.MostNights;

    /// <summary>Ended alerts of one schedule that are read: years of them.</summary>
    private const int AlertsRead = 1_000;

    /// <summary>So many strategies besides the suspicious ones run again: they tell how the machine is in this night.</summary>
    private const int Companions = 3;

    /// <summary>Judges a night that waits for it.</summary>
    public async Task JudgeAsync(Guid job, CancellationToken ct)
    {
        if (await FindScheduleAsync(job, ct) is not { } schedule
            || await nights.ListAsync(schedule.Name, Read, job, ct) is not [.., { } tonight] list
            || tonight.Job.Id != job)
        {
            return;
        }

        Alert[] known = [.. await alerts.LastingAsync(schedule.Id, ct), .. await alerts.ListAsync(AlertState.Resolved, schedule.Id, AlertsRead, ct: ct)];
        list = [.. await BeforeAsync(schedule, known, list[0].Job.Id, ct), .. list];
        var comparable = NightHistory.Comparable(list);
        var usual = NightHistory.Usual(comparable, known);
        var all = NightJudge.Judge([.. usual.TakeLast(NightJudge.MostNights + 1)]);
        var judged = all.Where(judgement => !known.Any(alert => alert.Lasts && alert.Case == judgement.Case)).ToArray();
        var verdict = tonight.State == NightState.Suspicious
            ? SecondLook(schedule, tonight, comparable, judged)
            : FirstLook(schedule, tonight, all.Count == 0, judged, Follow(known, list, comparable, out var resolved)) with { Resolved = resolved };
        if (verdict.Rerun is not null && await nights.ListAsync(schedule.Name, 1, ct: ct) is [var newest] && newest.Job.Id != job)
        {
            verdict = NotRunAgain(verdict, "; a later night had been run before this one was judged, so it was not run again.");
        }

        await KeepAsync(verdict with { Tell = webhook.IsConfigured }, ct);
    }

    // An alert that has lasted for long is held against nights that lie further back than those that are read.
    private async Task<IEnumerable<KeptNight>> BeforeAsync(Schedule schedule, IReadOnlyList<Alert> known, Guid first, CancellationToken ct)
    {
        var since = known.Where(alert => alert.Lasts).Select(alert => alert.SinceJob).DefaultIfEmpty(first).Min();
        return since.CompareTo(first) < 0 ? (await nights.ListAsync(schedule.Name, NightJudge.MostNights, since, ct)).Where(night => night.Job.Id.CompareTo(first) < 0) : [];
    }

    private async Task KeepAsync(NightVerdict verdict, CancellationToken ct)
    {
        try
        {
            await KeepAndQueueAsync(verdict);
        }
        catch (QueueFullException full)
        {
            await KeepAndQueueAsync(NotRunAgain(verdict, $" and could not be run again: {full.Message}"));
        }

        webhook.RequestDelivery();

        Task KeepAndQueueAsync(NightVerdict kept) => queue.AddAsync(
            async () =>
            {
                await nights.KeepAsync(kept, options.Value.QueueLimit, time.GetUtcNow(), ct);
                return kept.Rerun;
            },
            ct);
    }

    private static NightVerdict NotRunAgain(NightVerdict verdict, string why) =>
        verdict with { Rerun = null, State = NightState.Unconfirmed, Note = $"{Names(verdict.Suspects)} looked slower{why}" };

    private NightVerdict FirstLook(Schedule schedule, KeptNight tonight, bool isEarly, CaseJudgement[] judged, List<Alert> slow)
    {
        var suspects = judged.Where(judgement => judgement.IsSuspicious).Select(judgement => judgement.Case).ToArray();
        if (suspects.Length == 0)
        {
            return new(tonight.Job.Id, slow.Count > 0 ? NightState.Slower : isEarly ? NightState.Early : NightState.Usual) { Updated = slow };
        }

        var rerun = Job.Create(Again(tonight.Job, suspects), RequestedBy.Schedule, time.GetUtcNow(), $"{Names(suspects)} looked slower", schedule.Name);
        return new(tonight.Job.Id, NightState.Suspicious) { Suspects = suspects, Rerun = rerun with { Confirms = tonight.Job.Id }, Updated = slow };
    }

    private NightVerdict SecondLook(Schedule schedule, KeptNight tonight, IReadOnlyList<Night> comparable, CaseJudgement[] judged)
    {
        var verdict = new NightVerdict(tonight.Job.Id, NightState.Unconfirmed) { Suspects = tonight.Suspects };
        if (tonight is not { Again: not null, Rerun: { } rerun })
        {
            var end = tonight.Rerun is { } other ? $"is {other.State.ToString().ToLowerInvariant()}" : "was deleted";
            return verdict with { Note = $"{Names(tonight.Suspects)} looked slower; the rerun that was to confirm it {end}." };
        }

        if (Comparability.Obstacles(tonight.Job, rerun) is [var difference, ..])
        {
            var obstacle = Difference.Of(difference);
            return verdict with { Note = $"{Names(tonight.Suspects)} looked slower; the rerun had another {obstacle.What} ({obstacle.Base}, then {obstacle.With})." };
        }

        var now = time.GetUtcNow();
        var confirmed = judged.Where(judgement => judgement.IsConfirmed && tonight.Suspects.Contains(judgement.Case)).ToArray();
        if (confirmed.Length == 0)
        {
            return verdict with { Note = $"{Names(tonight.Suspects)} looked slower, which was not confirmed." };
        }

        return verdict with
        {
            State = NightState.Slower,
            Opened = [.. confirmed.Select(judgement => new Alert
            {
                Id = Guid.CreateVersion7(now),
                State = AlertState.Open,
                ScheduleId = schedule.Id,
                Schedule = schedule.Name,
                Benchmark = tonight.Job.Benchmark,
                Strategy = judgement.Case.Strategy,
                Target = judgement.Case.Target,
                Point = judgement.Case.Point,
                Ratio = new(judgement.Ratio, judgement.Low, judgement.High),
                Basis = judgement.Basis,
                Since = comparable.First(night => night.Job == judgement.Since).At,
                SinceJob = judgement.Since,
                Job = tonight.Job.Id,
                ConfirmedBy = rerun.Id,
                LastJob = tonight.Job.Id,
                OpenedAt = now,
                UpdatedAt = now,
            })],
        };
    }

    private List<Alert> Follow(IReadOnlyList<Alert> known, IReadOnlyList<KeptNight> all, IReadOnlyList<Night> comparable, out List<Alert> resolved)
    {
        var now = time.GetUtcNow();
        var job = all[^1].Job.Id;
        var updated = new List<Alert>();
        resolved = [];
        // The slow nights of alerts that have ended are no part of the level that this one is held against.
        var held = NightHistory.Usual(comparable, [.. known.Where(alert => !alert.Lasts)]);
        var follower = new NightFollower(held);
        // A night that was imported late may lie before an alert, and says nothing of how it goes on.
        foreach (var alert in known.Where(alert => alert.Lasts && alert.LastJob.CompareTo(job) < 0))
        {
            if (IsMeasuredNoMore(alert, all[^1]) || (all.Any(night => night.Job.Id == alert.LastJob) && !comparable.Any(night => night.Job == alert.LastJob)))
            {
                resolved.Add(alert.Ended(Resolution.Changed, now));
                continue;
            }

            var first = held.TakeWhile(night => night.Job.CompareTo(alert.SinceJob) < 0).Count();
            if (held.Take(first).Count(night => night.Levels.ContainsKey(alert.Case)) < NightFollower.FewestNights)
            {
                resolved.Add(alert.Ended(Resolution.Forgotten, now));
                continue;
            }

            // Where too few others are left to tell of the machine, the case is held against itself.
            if ((follower.Follow(alert.Case, first, alert.Basis, alert.Ratio.Value) ?? follower.Follow(alert.Case, first, Basis.Itself, alert.Ratio.Value)) is not { } course)
            {
                continue;
            }

            if (course.HasReturned)
            {
                resolved.Add(alert.Ended(Resolution.Returned, now));
            }
            else if (course.IsSlow)
            {
                var isOver = alert.State == AlertState.Silenced && alert.SilencedUntil <= now;
                updated.Add(alert with { Ratio = course.Ratio, LastJob = job, UpdatedAt = now, State = isOver ? AlertState.Open : alert.State, SilencedUntil = isOver ? null : alert.SilencedUntil });
            }
        }

        return updated;
    }

    // What only failed tonight was asked for all the same; the yardstick needs no asking.
    private bool IsMeasuredNoMore(Alert alert, KeptNight tonight) =>
        !tonight.Times.ContainsKey(alert.Case) && !tonight.Job.Request.Strategies.Contains(alert.Strategy) && catalogue.Find(alert.Benchmark)?.Info.Floor != alert.Strategy;

    // The yardstick runs beside every job, and needs no asking for.
    private JobRequest Again(JobDocument job, CaseKey[] suspects)
    {
        var request = job.Request;
        var names = suspects.Select(@case => @case.Strategy).ToHashSet();
        var baseline = BenchmarkInfo.BaselineOf(request, catalogue.Find(job.Benchmark)?.Info);
        var companions = request.Strategies.Where(strategy => !names.Contains(strategy)).OrderByDescending(strategy => strategy == baseline).Take(Companions).ToArray();
        return request with { Strategies = [.. request.Strategies.Where(strategy => names.Contains(strategy) || companions.Contains(strategy))], Baseline = baseline };
    }

    private async Task<Schedule?> FindScheduleAsync(Guid job, CancellationToken ct) =>
        await nights.ScheduleOfAsync(job, ct) is { } name ? (await schedules.ListAsync(ct)).FirstOrDefault(kept => kept.Schedule.Name == name)?.Schedule : null;

    private static string Names(IReadOnlyList<CaseKey> cases)
    {
        const int named = 3;
        var names = cases.Take(named).Select(@case => CaseText.Name(@case.Strategy, @case.Target, @case.Point));
        return string.Join(", ", names) + (cases.Count > named ? $" and {cases.Count - named} more" : "");
    }
}
