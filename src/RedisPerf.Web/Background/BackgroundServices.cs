using Hangfire;
using Hangfire.AspNetCore;
using Hangfire.InMemory;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The background work. No other folder refers to Hangfire.</summary>
public static class BackgroundServices
{
    /// <summary>The workers for housekeeping: one may wait for a slow webhook while the other continues.</summary>
    private const int HousekeepingWorkers = 2;

    /// <summary>How late a recurring or delayed job may be. The check is a look-up in memory.</summary>
    private static readonly TimeSpan PollingInterval = TimeSpan.FromSeconds(1);

    /// <summary>How long a stop waits for jobs that do not react. The host must wait longer, or it interrupts Hangfire.</summary>
    private static readonly TimeSpan JobsTimeout = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan HostTimeout = TimeSpan.FromSeconds(15);

    public static IServiceCollection AddBackground(this IServiceCollection services)
    {
        services.AddSingleton<RunningJobs>();
        services.AddSingleton<JobQueue>();
        services.AddSingleton<QueuePositions>();
        services.AddSingleton<JobCancellation>();
        services.AddSingleton<JobContinuation>();
        services.AddSingleton<MeasuringServer>();
        services.AddSingleton<JobOffers>();
        services.AddSingleton<MeasurementLock>();
        services.AddSingleton<LedgerClock>();
        services.AddSingleton<JobIntake>();
        services.AddSingleton<QueueForecast>();
        services.AddSingleton<DurationForecasts>();
        services.AddSingleton<SpeedCalibration>();
        services.AddSingleton<ConnectionTestQueue>();
        services.AddSingleton<JobChanges>();
        services.AddSingleton<ScheduledJobs>();
        services.AddSingleton<WaitPolicy>();
        services.AddSingleton<LedgerRetry>();
        services.AddSingleton<JobStart>();
        services.AddSingleton<EventRecording>();
        services.AddSingleton<JobEndPublisher>();
        services.AddSingleton<JobRepetition>();
        services.AddSingleton<JobExecution>();
        services.AddSingleton<LeftKeyRemoval>();
        services.AddSingleton<Housekeeping>();
        services.AddNodes();
        services.AddHostedService<QueueRecovery>();
        services.AddHostedService<NodeService>();
        services.AddHostedService<ForwardTimer>();
        services.AddHostedService<ChangeListener>();
        services.AddHostedService(provider => provider.GetRequiredService<SpeedCalibration>());

        // Without it the dashboard accepts requests that carry no antiforgery token.
        services.AddAntiforgery();
        services.Configure<HostOptions>(host => host.ShutdownTimeout = HostTimeout);
        services.AddStorage();
        services.AddServers();
        return services;
    }

    private static void AddNodes(this IServiceCollection services)
    {
        services.AddByLedger<INodeDirectory, SingleNodeDirectory, SharedNodeDirectory>();
        services.AddByLedger<IJobPlacement, SingleNodePlacement, SharedPlacement>();
        services.AddByLedger<INode, SingleNode, SharedNode>();
        services.AddSingleton<NodeDescriber>();
        services.AddSingleton<NodeMembership>();
        services.AddSingleton<LeaseCheck>();
        services.AddSingleton<NodeRecovery>();
        services.AddSingleton<LoadShares>();
        services.AddSingleton<NodeLinks>();
        services.AddSingleton(provider => new RemoteWorkerHost(
            provider.GetRequiredService<Catalogue>(),
            provider.GetRequiredService<TargetCatalogue>().Find,
            provider.GetRequiredService<PayloadStore>().FindFile,
            ClientCatalogue.DefaultProgram,
            provider.GetRequiredService<NodeLinks>()));
    }

    // The only place that chooses the storage. Hangfire's defaults for both services are static, and so shared by all hosts of
    // a process.
    private static void AddStorage(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.ByLedger<JobStorage>(
            () => new InMemoryStorage(new InMemoryStorageOptions { MaxExpirationTime = null }),
            () => SharedStorage.Open(provider.GetRequiredService<JobLedger>().Database)));
        services.AddSingleton<JobActivator>(provider => new AspNetCoreJobActivator(provider.GetRequiredService<IServiceScopeFactory>()));
        services.AddHangfire(hangfire => hangfire
            .SetDataCompatibilityLevel(CompatibilityLevel.Version_180)
            .UseSimpleAssemblyNameTypeSerializer()
            .UseRecommendedSerializerSettings());
    }

    // Hangfire starts its servers when the host has started, so after QueueRecovery.
    private static void AddServers(this IServiceCollection services)
    {
        services.AddHangfireServer((provider, server) =>
        {
            server.ServerName = QueueNames.MeasurementQueue(provider.GetRequiredService<NodeIdentity>().Name);
            server.Queues = [server.ServerName];
            server.WorkerCount = 1;
            server.ShutdownTimeout = JobsTimeout;

            // No schedulers: the other server has them.
            server.IsLightweightServer = true;
        });
        services.AddHangfireServer(server =>
        {
            server.ServerName = QueueNames.Housekeeping;
            server.Queues = [QueueNames.Housekeeping];
            server.WorkerCount = HousekeepingWorkers;
            server.ShutdownTimeout = JobsTimeout;
            server.SchedulePollingInterval = PollingInterval;
        });
    }
}
