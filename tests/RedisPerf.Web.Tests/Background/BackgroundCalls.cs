using Hangfire;
using Hangfire.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace RedisPerf.Web.Tests.Background;

/// <summary>Calls of Hangfire in a running program.</summary>
internal static class BackgroundCalls
{
    public static IMonitoringApi Monitoring(this WebHost host) => host.Services.GetRequiredService<JobStorage>().GetMonitoringApi();

    public static RecurringJobDto Recurring(this WebHost host, string id)
    {
        using var connection = host.Services.GetRequiredService<JobStorage>().GetConnection();
        return connection.GetRecurringJobs([id]).ShouldHaveSingleItem();
    }

    /// <summary>Triggers a recurring job now. Hangfire uses the clock of the machine, a test uses its own clock.</summary>
    public static string Trigger(this WebHost host, string recurring) =>
        host.Services.GetRequiredService<IRecurringJobManagerV2>().TriggerJob(recurring);

    /// <summary>Triggers a recurring job now and waits for its success.</summary>
    public static Task RunAsync(this WebHost host, string recurring) => host.UntilInStateAsync(host.Trigger(recurring), "Succeeded");

    /// <summary>Waits until a Hangfire job is in that state.</summary>
    public static async Task UntilInStateAsync(this WebHost host, string hangfireId, string state)
    {
        while (host.Monitoring().JobDetails(hangfireId)?.History.FirstOrDefault()?.StateName is var now && now != state)
        {
            now.ShouldNotBe("Failed");
            await Task.Delay(20, Ct);
        }
    }
}
