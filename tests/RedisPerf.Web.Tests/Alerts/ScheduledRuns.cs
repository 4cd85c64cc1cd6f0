using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>A schedule with imported runs: copies of a real job with the times that a test needs.</summary>
internal sealed class ScheduledRuns
{
    private static readonly DateTimeOffset First = new(2026, 9, 1, 2, 30, 0, TimeSpan.Zero);

    // One job for all tests, because it starts a server.
    private static readonly Lazy<Task<JobDocument>> Measured = new(MeasureAsync);

    private readonly WebHost _host;
    private readonly JobDocument _template;
    private readonly Random _random = new(7);
    private int _runs;

    private ScheduledRuns(WebHost host, JobDocument template, Schedule schedule) => (_host, _template, Schedule) = (host, template, schedule);

    public Schedule Schedule { get; }

    public JobDocument Last { get; private set; } = null!;

    /// <summary>Makes a schedule of the request of a real job, whose copies have its environment and its times.</summary>
    /// <param name="host">The program.</param>
    /// <param name="name">The name of the schedule.</param>
    /// <param name="shape">Changes the copy of the real job.</param>
    public static async Task<ScheduledRuns> OnAsync(WebHost host, string name = "nightly", Func<JobDocument, JobDocument>? shape = null)
    {
        var measured = await Measured.Value.WaitAsync(Ct);
        var template = shape?.Invoke(measured) ?? measured;
        var schedule = new Schedule
        {
            Id = Guid.CreateVersion7(),
            Name = name,
            Cron = "30 2 * * *",
            TimeZone = "Etc/UTC",
            Request = template.Request with { Benchmark = template.Benchmark },
            Paused = true,
            CreatedAt = First,
        };
        await host.Services.GetRequiredService<ScheduleLedger>().AddAsync(schedule, null, Ct);
        return new(host, template, schedule);
    }

    /// <summary>Adds runs with the times of the real job multiplied by a factor, with 2% noise.</summary>
    /// <param name="count">Number of runs.</param>
    /// <param name="factor">Factor on all times.</param>
    /// <param name="slow">A strategy that takes twice that time.</param>
    public async Task AddAsync(int count, double factor, string? slow = null)
    {
        for (var index = 0; index < count; index++)
        {
            Last = await ImportAsync(_runs++, factor, slow);
        }
    }

    /// <summary>Adds two runs. The later one is there first, so no review can see the earlier one as the last.</summary>
    public async Task AddTwoAsync(double earlier, double later)
    {
        Last = await ImportAsync(_runs + 1, later, null);
        await ImportAsync(_runs, earlier, null);
        _runs += 2;
    }

    /// <summary>Runs a job, because the end of any job triggers the pending reviews.</summary>
    public async Task ReviewAsync() => await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!);

    /// <summary>Waits for the review of the last run and returns it; its state must be one of the given ones.</summary>
    public async Task<ScheduledRunRecord> UntilAsync(params ScheduledRunState[] states)
    {
        var last = (await ReviewedAsync(1))[0];
        last.State!.Value.ShouldBeOneOf(states);
        return last;
    }

    /// <summary>Waits for the review of the last runs and returns them, the earliest first.</summary>
    public Task<IReadOnlyList<ScheduledRunRecord>> ReviewedAsync(int count)
    {
        var ledger = _host.Services.GetRequiredService<ScheduledRunLedger>();
        return Poll.UntilAsync(
            () => ledger.ListAsync(Schedule.Name, count, ct: Ct),
            runs => runs.All(run => run.State is not null and not ScheduledRunState.Suspicious));
    }

    /// <summary>Opens an alert at the last run, as after a confirming rerun: twice as slow.</summary>
    public async Task<Alert> AlertAsync(string strategy, bool notify = false)
    {
        var now = DateTimeOffset.UtcNow;
        var alert = new Alert
        {
            Id = Guid.CreateVersion7(now),
            State = AlertState.Open,
            ScheduleId = Schedule.Id,
            Schedule = Schedule.Name,
            Benchmark = "insert",
            Strategy = strategy,
            At = Coordinates.Of("embedded"),
            Ratio = new(2, 1.9, 2.1),
            Basis = Basis.Others,
            Since = Last.StartedAt!.Value,
            SinceJob = Last.Id,
            Job = Last.Id,
            ConfirmedBy = Guid.CreateVersion7(now),
            LastJob = Last.Id,
            OpenedAt = now,
            UpdatedAt = now,
        };
        await _host.Services.GetRequiredService<ScheduledRunLedger>().SaveAsync(
            new(Last.Id, ScheduledRunState.Slower)
            { Suspects = [new CaseKey(strategy, Coordinates.Of("embedded"))], Opened = [alert], NotifyWebhook = notify },
            100, now, Ct);
        return alert;
    }

    private static async Task<JobDocument> MeasureAsync()
    {
        await using var host = WebHost.Start();
        var ended = await host.EndedAsync((await host.QueueAsync(SmallJob.Json.On("embedded"))).Text("id")!);
        ended.Text("state").ShouldBe("completed");
        return (await host.Services.GetRequiredService<JobLedger>().FindAsync(Guid.Parse(ended.Text("id")!), Ct))!;
    }

    private async Task<JobDocument> ImportAsync(int day, double factor, string? slow)
    {
        var at = First.AddDays(day);
        var run = _template with
        {
            Id = Guid.CreateVersion7(at),
            RequestedBy = RequestedBy.Schedule,
            Schedule = Schedule.Name,
            CreatedAt = at,
            StartedAt = at,
            EndedAt = at.AddMinutes(1),
            Cases = [.. _template.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(
                run => run with { Seconds = run.Seconds * factor * (@case.Strategy == slow ? 2 : 1) * (0.98 + (0.04 * _random.NextDouble())) })] })],
        };
        (await JobImport.RunAsync(_host.Services.GetRequiredService<JobLedger>().Database.ConnectionString ?? LedgerDatabase.Sqlite,
            _host.Folder, run, Catalogue.Default, Ct)).ShouldBeTrue();
        return run;
    }
}
