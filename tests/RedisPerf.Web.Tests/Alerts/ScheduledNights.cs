using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Tests.Alerts;

/// <summary>A schedule with nights that were put straight into the ledger: copies of a real job, each as slow as a test wants it.</summary>
internal sealed class ScheduledNights
{
    private static readonly DateTimeOffset First = new(2026, 9, 1, 2, 30, 0, TimeSpan.Zero);

    private readonly WebHost _host;
    private readonly JobDocument _template;
    private readonly Random _random = new(7);
    private int _nights;

    private ScheduledNights(WebHost host, JobDocument template, Schedule schedule) => (_host, _template, Schedule) = (host, template, schedule);

    public Schedule Schedule { get; }

    public JobDocument Last { get; private set; } = null!;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    /// <summary>Runs one real job, for its environment and its times, and makes a schedule of its request.</summary>
    /// <param name="host">The program.</param>
    /// <param name="name">The schedule's.</param>
    /// <param name="shape">Makes of the real job what the nights are to look like.</param>
    public static async Task<ScheduledNights> OnAsync(WebHost host, string name = "nightly", Func<JobDocument, JobDocument>? shape = null)
    {
        var ended = await host.EndedAsync((await host.QueueAsync(SmallJob.Json)).Text("id")!);
        ended.Text("state").ShouldBe("completed");
        var template = (await host.Services.GetRequiredService<JobLedger>().FindAsync(Guid.Parse(ended.Text("id")!), Ct))!;
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
        return new(host, shape?.Invoke(template) ?? template, schedule);
    }

    /// <summary>Adds nights that take so many times as long as the real job did, give or take 2 %.</summary>
    /// <param name="count">How many.</param>
    /// <param name="factor">How many times.</param>
    /// <param name="slow">A strategy that takes twice as long again.</param>
    public async Task AddAsync(int count, double factor, string? slow = null)
    {
        for (var night = 0; night < count; night++, _nights++)
        {
            var at = First.AddDays(_nights);
            Last = _template with
            {
                Id = Guid.CreateVersion7(at),
                RequestedBy = RequestedBy.Schedule,
                Schedule = Schedule.Name,
                CreatedAt = at,
                StartedAt = at,
                EndedAt = at.AddMinutes(1),
                Cases = [.. _template.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(run => run with { Seconds = run.Seconds * factor * (@case.Strategy == slow ? 2 : 1) * (0.98 + (0.04 * _random.NextDouble())) })] })],
            };
            (await JobLedger.ImportAsync(_host.Folder, Last, Ct)).ShouldBeTrue();
        }
    }

    /// <summary>The end of any job lets the waiting nights be judged.</summary>
    public async Task JudgeAsync() => await _host.EndedAsync((await _host.QueueAsync(SmallJob.ShortJson)).Text("id")!);

    /// <summary>The last night as soon as it is judged, in one of the states.</summary>
    public async Task<KeptNight> UntilAsync(params NightState[] states)
    {
        var ledger = _host.Services.GetRequiredService<NightLedger>();
        while (true)
        {
            if (await ledger.ListAsync(Schedule.Name, 1, ct: Ct) is [{ State: { } state and not NightState.Suspicious } night])
            {
                state.ShouldBeOneOf(states);
                return night;
            }

            await Task.Delay(50, Ct);
        }
    }

    /// <summary>An alert since the last night, as if its rerun had said so too: twice as slow.</summary>
    public async Task<Alert> AlertAsync(string strategy, bool tell = false)
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
            Target = "embedded",
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
        await _host.Services.GetRequiredService<NightLedger>().KeepAsync(
            new(Last.Id, NightState.Slower) { Suspects = [new CaseKey(strategy, "embedded", null)], Opened = [alert], Tell = tell }, 100, now, Ct);
        return alert;
    }
}
