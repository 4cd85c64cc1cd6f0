using RedisPerf.Core.Model;
using RedisPerf.Ledger;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Schedules;

/// <summary>Adds, changes, pauses, resumes and deletes schedules: checked first, then kept in the ledger.</summary>
public sealed class ScheduleChanges(ScheduleLedger ledger, JobIntake intake, WebhookSender webhook, TimeProvider time)
{
    /// <returns>The id of the new schedule, or what is wrong; never both.</returns>
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

    /// <returns>What is wrong where the outcome is null: nothing was changed then.</returns>
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

    /// <returns>False when there is no such schedule.</returns>
    public Task<bool> PauseAsync(Guid id, CancellationToken ct) => ledger.PauseAsync(id, ct);

    /// <summary>What would have been due meanwhile is not missed: it starts from now.</summary>
    /// <returns>False when there is no such schedule.</returns>
    public async Task<bool> ResumeAsync(Guid id, CancellationToken ct)
    {
        if (await ledger.FindAsync(id, ct) is not { Schedule: var schedule })
        {
            return false;
        }

        return await ledger.ResumeAsync(id, ScheduleTimes.Of(schedule)?.Times.After(time.GetUtcNow()), ct);
    }

    /// <returns>False when there is no such schedule.</returns>
    public async Task<bool> DeleteAsync(Guid id, CancellationToken ct)
    {
        var wasThere = await ledger.DeleteAsync(id, webhook.IsConfigured, time.GetUtcNow(), ct);
        webhook.RequestDelivery();
        return wasThere;
    }

    /// <summary>All that can be said of a draft before it is kept, but for whether its name is free.</summary>
    /// <returns>A schedule that is not paused, and its times; or what is wrong.</returns>
    public async Task<(Schedule? Schedule, ScheduleTimes? Times, IReadOnlyList<FieldError> Errors)> CheckAsync(ScheduleDraft draft, Guid id, DateTimeOffset createdAt, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var name = draft.ReadName(wrong);
        var times = draft.ReadTimes(wrong);
        JobRequest? request = null;
        if (draft.Request is null)
        {
            wrong.Add(new("request", "Give the request of the jobs, an object such as {\"benchmark\": \"insert\"}."));
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
                TimeZone = times.Zone.Id,
                Request = request!,
                Note = draft.Request!.Note,
                CreatedAt = createdAt,
            },
            times,
            []);
    }

    private static FieldError NameTaken(string name) => new("name", $"There is a schedule \"{name}\" already; choose another name.");
}
