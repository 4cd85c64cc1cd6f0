using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Browser.Proofs.Pictures;

/// <summary>A ledger that has each state that a page can show, except running jobs.</summary>
internal sealed class SampleLedger(RunningApp app, CancellationToken ct)
{
    private const int Slow = 4;

    private static readonly Dictionary<string, Func<long, double>> Insert =
        Flat(("multi-exec", 1.46), ("batch", 1.26), ("gzip", 2.9), ("messagepack", 1.9), ("lua", 1.55), ("hset", 1.14), ("floor", 0.82));

    private static readonly long[] Keys = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

    private readonly DateTimeOffset _now = DateTimeOffset.UtcNow;

    /// <summary>The ids of jobs and schedules by the name of their state.</summary>
    public Dictionary<string, Guid> Ids { get; } = [];

    /// <summary>Adds everything.</summary>
    public async Task FillAsync()
    {
        await AddScheduleAsync(
            "insert every day", new() { Benchmark = "insert", Seconds = Insert, Schedule = "insert every day" }, 40, "lua", AlertState.Open, "trend");
        await AddScheduleAsync("mget on the small server", Mget with { Schedule = "mget on the small server", Points = [1, 100, 10_000] },
            16, "mget", AlertState.Acknowledged, "trend-of-a-sweep");
        await AddScheduleAsync("close call",
            new() { Benchmark = "insert", Seconds = Flat(("batch", 1.26), ("hset", 1.25), ("floor", 0.8)), Schedule = "close call", Noise = 0.05 },
            14, "hset", AlertState.Silenced, "trend-silenced");
        await AddScheduleAsync("after the upgrade",
            new() { Benchmark = "insert", Seconds = Flat(("batch", 1.31), ("hset", 1.2), ("floor", 0.8)), Schedule = "after the upgrade" },
            14, "batch", AlertState.Resolved, "trend-closed");
        await AddScheduleAsync("before each release",
            new() { Benchmark = "insert", Seconds = Flat(("batch", 1.26), ("floor", 0.8)), Schedule = "before each release" }, 0, null,
            AlertState.Open, "trend-empty");

        await JobAsync("earlier", 190, new()
        {
            Benchmark = "insert",
            Seconds = Flat(("multi-exec", 1.62), ("batch", 1.41), ("gzip", 2.9),
            ("messagepack", 1.9), ("lua", 1.55), ("hset", 1.13), ("floor", 0.83)),
            Note = "before the upgrade of the kernel"
        });
        await JobAsync("baseline", 170, new() { Benchmark = "insert", Seconds = Insert, Runs = 10, Starred = true, Note = "baseline of November" });
        await JobAsync("failed", 130, new()
        {
            Benchmark = "insert",
            Seconds = Insert,
            State = JobState.Failed,
            Done = 0.4,
            Error = Reason.FromText(
            "The connection to target 'local' was lost: the server closed the connection.")
        });
        await JobAsync("cancelled", 120, new() { Benchmark = "mget", Seconds = Mget.Seconds, Points = Keys, State = JobState.Cancelled, Done = 0.1 });
        await JobAsync("interrupted", 110, new() { Benchmark = "insert", Seconds = Insert, State = JobState.Interrupted, Done = 0.6 });
        await JobAsync("nothing", 100, new()
        {
            Benchmark = "insert",
            Seconds = Insert,
            State = JobState.Failed,
            Done = 0,
            Error = Reason.FromText(
            "Target 'local' could not be started: no redis-server is on the PATH.")
        });
        await JobAsync(
            "targets", 90, new() { Benchmark = "insert", Seconds = Insert, Targets = ["local", "local-valkey"], Note = "engines side by side" });
        await JobAsync("swept", 70, Mget);
        await JobAsync("swept-later", 60, Mget with
        {
            Seconds = Mget.Seconds.ToDictionary(
            strategy => strategy.Key, strategy => (Func<long, double>)(point => strategy.Value(point) * 1.08))
        });
        await JobAsync("one-round", 50, new() { Benchmark = "insert", Seconds = Insert, Runs = 1 });
        await JobAsync("noisy", 40, new() { Benchmark = "insert", Seconds = Insert, Noise = 0.09, DisturbedEvery = 5 });
        await JobAsync(
            "tie", 30, new() { Benchmark = "insert", Seconds = Flat(("multi-exec", 1.46), ("batch", 1.252), ("hset", 1.25), ("floor", 0.82)) });
        await JobAsync("decided", 20, new() { Benchmark = "insert", Seconds = Insert, Runs = 10 });
        (await app.Services.GetRequiredService<BaselineLedger>().PinAsync(Ids["baseline"], _now, ct)).ShouldBe(ChangeOutcome.Changed);
    }

    private static SampleJob Mget { get; } = new()
    {
        Benchmark = "mget",
        Points = Keys,
        Seconds = new Dictionary<string, Func<long, double>>
        {
            ["single-get"] = _ => 62e-6,
            ["pipelined-get"] = keys => 60e-6 + (1.1e-6 * keys),
            ["mget"] = keys => 61e-6 + (0.42e-6 * keys),
            ["mget-chunked"] = keys => 63e-6 + (0.38e-6 * keys),
            ["hmget"] = keys => 61e-6 + (0.5e-6 * keys),
        },
    };

    private static Dictionary<string, Func<long, double>> Flat(params (string Strategy, double Seconds)[] strategies) =>
        strategies.ToDictionary(each => each.Strategy, each => (Func<long, double>)(_ => each.Seconds));

    private async Task<JobDocument> JobAsync(string name, int minutesAgo, SampleJob sample)
    {
        var document = await sample.AddAsync(app.Folder, _now.AddMinutes(-minutesAgo), ct);
        Ids[name] = document.Id;
        return document;
    }

    private async Task AddScheduleAsync(string name, SampleJob sample, int runs, string? slow, AlertState state, string id)
    {
        var schedule = new Schedule
        {
            Id = Guid.CreateVersion7(),
            Name = name,
            Cron = "30 2 * * *",
            TimeZone = "Europe/Berlin",
            Request = sample.Request,
            Paused = state == AlertState.Silenced,
            CreatedAt = _now.AddDays(-60),
        };
        Ids[id] = schedule.Id;
        var schedules = app.Services.GetRequiredService<ScheduleLedger>();
        await schedules.AddAsync(schedule, _now.AddHours(9), ct);
        var documents = new List<JobDocument>();
        for (var day = runs; day > 0; day--)
        {
            var slower = sample.Seconds.ToDictionary(
                each => each.Key, each => (Func<long, double>)(point => each.Value(point) * (each.Key == slow && day <= Slow ? 1.14 : 1)));
            documents.Add(await (sample with { Seconds = slower }).AddAsync(app.Folder, _now.AddDays(-day).AddMinutes(day % 7), ct));
        }

        if (slow is not null)
        {
            await AlertAsync(schedule, documents,
                new(slow, sample.AtOf(sample.Targets[0], sample.Points.Count > 0 ? sample.Points[^1] : null)), state);
            var missed = _now.AddDays(-runs / 2).AddHours(3);
            await schedules.MissAsync(schedule.Id, _now.AddHours(9), _now.AddHours(9), [new(missed, Reason.Of(ReasonCode.PreviousJobQueued))], 1, ct);
        }
    }

    private async Task AlertAsync(Schedule schedule, List<JobDocument> documents, CaseKey @case, AlertState state)
    {
        var runs = app.Services.GetRequiredService<ScheduledRunLedger>();
        foreach (var (index, document) in documents.SkipLast(Slow).Index())
        {
            await runs.SaveAsync(new(document.Id, index < 10 ? ScheduledRunState.Early : ScheduledRunState.Usual), 100, _now, ct);
        }

        var (first, last) = (documents[^Slow], documents[^1]);
        var alert = new Alert
        {
            Id = Guid.CreateVersion7(first.EndedAt!.Value),
            State = AlertState.Open,
            ScheduleId = schedule.Id,
            Schedule = schedule.Name,
            Benchmark = schedule.Request.Benchmark,
            Strategy = @case.Strategy,
            At = @case.At,
            Ratio = new(1.14, 1.1, 1.18),
            Basis = Basis.Others,
            Since = first.StartedAt!.Value,
            SinceJob = first.Id,
            Job = first.Id,
            ConfirmedBy = documents[^(Slow - 1)].Id,
            LastJob = last.Id,
            OpenedAt = first.EndedAt!.Value,
            UpdatedAt = _now,
        };
        foreach (var document in documents.TakeLast(Slow))
        {
            await runs.SaveAsync(
                new(document.Id, ScheduledRunState.Slower) { Suspects = [@case], Opened = document == first ? [alert] : [] }, 100, _now, ct);
        }

        var alerts = app.Services.GetRequiredService<AlertLedger>();
        var outcome = state switch
        {
            AlertState.Acknowledged => await alerts.AcknowledgeAsync(alert.Id, _now, ct),
            AlertState.Silenced => await alerts.SilenceAsync(alert.Id, _now.AddDays(7), _now, ct),
            AlertState.Resolved => await alerts.AcceptAsBaselineAsync(alert.Id, false, _now, ct),
            _ => ChangeOutcome.Changed,
        };
        outcome.ShouldBe(ChangeOutcome.Changed);
    }
}
