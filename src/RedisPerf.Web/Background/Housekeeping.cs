using Hangfire;
using Hangfire.States;

namespace RedisPerf.Web.Background;

/// <summary>Requests the background jobs other than measuring.</summary>
public sealed class Housekeeping(IBackgroundJobClientV2 client, IRecurringJobManagerV2 recurring)
{
    /// <summary>The recurring job that starts the jobs of due schedules.</summary>
    public const string Schedules = "schedules";

    /// <summary>The recurring job that reviews completed scheduled runs.</summary>
    public const string Reviews = "reviews";

    /// <summary>The recurring job that removes old jobs.</summary>
    public const string Retention = "retention";

    /// <summary>Registers the recurring jobs and requests each job once, for what fell due while the program was down. Called at each
    /// start: the storage in memory is empty then.</summary>
    internal void Start()
    {
        // Cron times are whole minutes, so a schedule is at most some seconds late. A review waits for a minute at most where
        // no end of a job requests it: after an import, or when a rerun was deleted.
        recurring.AddOrUpdate<HousekeepingJobs>(Schedules, jobs => jobs.FireSchedulesAsync(CancellationToken.None), Cron.Minutely);
        recurring.AddOrUpdate<HousekeepingJobs>(Reviews, jobs => jobs.ReviewAsync(CancellationToken.None), Cron.Minutely);
        recurring.AddOrUpdate<HousekeepingJobs>(Retention, jobs => jobs.RemoveOldJobsAsync(CancellationToken.None), Cron.Daily);
        RequestSchedules();
        client.Enqueue<HousekeepingJobs>(jobs => jobs.RemoveOldJobsAsync(CancellationToken.None));
        RequestReview();
        RequestDelivery();
    }

    public void RequestSchedules() => client.Enqueue<HousekeepingJobs>(jobs => jobs.FireSchedulesAsync(CancellationToken.None));

    public void RequestReview() => client.Enqueue<HousekeepingJobs>(jobs => jobs.ReviewAsync(CancellationToken.None));

    public void RequestDelivery() => client.Enqueue<HousekeepingJobs>(jobs => jobs.DeliverAsync(CancellationToken.None));

    /// <param name="delay">How long to wait.</param>
    /// <param name="replaced">A delivery that this one replaces if it has not begun, as this method returned it; null for none.</param>
    /// <returns>The id of the delivery.</returns>
    public string ScheduleDelivery(TimeSpan delay, string? replaced)
    {
        if (replaced is not null)
        {
            client.Delete(replaced, ScheduledState.StateName);
        }

        return client.Schedule<HousekeepingJobs>(jobs => jobs.DeliverAsync(CancellationToken.None), delay);
    }
}
