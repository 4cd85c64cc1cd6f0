using RedisPerf.Core.Model;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Schedules;

/// <summary>Validates, adds, changes, pauses, resumes and deletes schedules.</summary>
public sealed class ScheduleChanges(ScheduleLedger ledger, JobIntake intake, WebhookSender webhook, LiveLists lists, TimeProvider time)
{
    /// <returns>The id of the new schedule, or the errors.</returns>
    public async Task<(Guid? Id, IReadOnlyList<FieldError> Errors)> AddAsync(ScheduleDraft draft, CancellationToken ct)
    {
        var now = time.GetUtcNow();
        var (schedule, times, errors) = await CheckAsync(draft, Guid.CreateVersion7(now), now, ct);
        if (schedule is null)
        {
            return (null, errors);
        }

        if (await ledger.AddAsync(schedule, times!.Times.After(now), ct) == ScheduleOutcome.NameTaken)
        {
            return (null, [NameTaken(schedule.Name)]);
        }

        return (schedule.Id, []);
    }

    /// <returns>The errors when the outcome is null; nothing was changed.</returns>
    public async Task<(ScheduleOutcome? Outcome, IReadOnlyList<FieldError> Errors)> ChangeAsync(Guid id, ScheduleDraft draft, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { Schedule: var before })
        {
            return (ScheduleOutcome.NotFound, []);
        }

        var (schedule, times, errors) = await CheckAsync(draft, id, before.CreatedAt, ct);
        if (schedule is null)
        {
            return (null, errors);
        }

        var outcome = await ledger.ChangeAsync(schedule, times!.Times.After(time.GetUtcNow()), ct);
        return outcome == ScheduleOutcome.NameTaken ? (null, [NameTaken(schedule.Name)]) : (outcome, []);
    }

    /// <returns>False when the schedule does not exist.</returns>
    public Task<bool> PauseAsync(Guid id, CancellationToken ct) => ledger.PauseAsync(id, ct);

    /// <summary>Resumes a schedule. Times during the pause do not count as missed.</summary>
    /// <returns>False when the schedule does not exist.</returns>
    public async Task<bool> ResumeAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { Schedule: var schedule })
        {
            return false;
        }

        return await ledger.ResumeAsync(id, ScheduleTimes.Of(schedule)?.Times.After(time.GetUtcNow()), ct);
    }

    /// <returns>False when the schedule does not exist.</returns>
    public async Task<bool> DeleteAsync(Guid id, CancellationToken ct)
    {
        var existed = await ledger.DeleteAsync(id, webhook.IsConfigured, time.GetUtcNow(), ct);
        // Its alerts are resolved.
        webhook.RequestDelivery();
        lists.Change();
        return existed;
    }

    /// <summary>Validates a draft before it is saved. Whether the name is unique is not checked.</summary>
    /// <returns>An active schedule and its times, or the errors.</returns>
    public async Task<(Schedule? Schedule, ScheduleTimes? Times, IReadOnlyList<FieldError> Errors)> CheckAsync(
        ScheduleDraft draft, Guid id, DateTimeOffset createdAt, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var name = draft.ReadName(wrong);
        var times = draft.ReadTimes(wrong);
        JobRequest? request = null;
        if (draft.Request is null)
        {
            wrong.Add(new("request", "request is required: an object such as {\"benchmark\": \"insert\"}."));
        }
        else
        {
            (request, var errors) = await intake.CheckAsync(draft.Request, ct);
            wrong.AddRange(errors.Select(error => error with { Field = ScheduleDraft.RequestPrefix + error.Field }));
        }

        if (wrong.Count > 0)
        {
            return (null, null, wrong);
        }

        return (
            new()
            {
                Id = id,
                Name = name,
                Cron = times!.Cron,
                TimeZone = times.Zone.Name,
                Request = request!,
                Note = draft.Request!.Note,
                CreatedAt = createdAt,
            },
            times,
            []);
    }

    private static FieldError NameTaken(string name) => new("name", $"A schedule \"{name}\" already exists; choose another name.");
}
