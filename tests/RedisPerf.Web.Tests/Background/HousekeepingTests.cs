using Hangfire;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

/// <summary>The background jobs other than measuring.</summary>
public sealed class HousekeepingTests
{
    [Fact]
    public async Task Recurring_jobs_are_registered_at_the_start_and_run_while_a_benchmark_is_measured()
    {
        await using var host = WebHost.Start();
        var running = (await host.QueueAsync(SmallJob.EndlessJson)).Text("id")!;
        await host.UntilAsync(running, "running");

        foreach (var (id, cron) in new[]
        { (Housekeeping.Schedules, Cron.Minutely()), (Housekeeping.Reviews, Cron.Minutely()), (Housekeeping.Retention, Cron.Daily()) })
        {
            host.Recurring(id).Cron.ShouldBe(cron);
            await host.RunAsync(id);
        }

        (await host.GetAsync($"/api/jobs/{running}")).Text("state").ShouldBe("running");
    }

    [Fact]
    public async Task One_worker_measures_and_two_do_the_rest()
    {
        await using var host = WebHost.Start();
        await Poll.UntilAsync(() => host.Monitoring().Servers().Count >= 2);

        host.Monitoring().Servers().Select(server => (server.Queues.ShouldHaveSingleItem(), server.WorkersCount)).ShouldBe(
            [(QueueNames.MeasurementQueue(Environment.MachineName), 1), (QueueNames.Housekeeping, 2)], ignoreOrder: true);
    }
}
