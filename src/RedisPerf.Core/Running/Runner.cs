using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Running.Workers.Plugins;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running;

/// <summary>Runs a job: opens its targets and workers and runs its <see cref="JobRounds"/>. It uses the contract of a benchmark and no
/// benchmark by name. Its events are pulled: no clock runs while the caller handles one.</summary>
public sealed class Runner(Catalogue catalogue, Func<string, ITarget?> findTarget)
{
    /// <summary>The program of a worker process that measures each job; null to measure in this process. A job that names clients is
    /// measured by their programs.</summary>
    public string? WorkerProgram { get; set; }

    /// <summary>The cores of the started servers and of the worker processes.</summary>
    public CoreChoice Cores { get; init; } = CoreChoice.Off;

    /// <summary>The path of the worker program of a client that a job names; null for an unknown client.</summary>
    public Func<string, string?> FindClient { get; init; } = _ => null;

    /// <summary>The plug-ins with strategies of jobs, for a worker with a client that the job names, or null. They need a worker process.</summary>
    public Func<string?, IReadOnlyList<Plugin>> PluginsOf { get; init; } = _ => [];

    /// <summary>The nodes that measure a job together with this one; only for a job that requests them.</summary>
    public Func<Job, CancellationToken, Task<JobNodes>> FindNodesAsync { get; init; } =
        (_, _) => throw new TargetException(Reason.Of(ReasonCode.NoOtherNodes));

    /// <summary>The path of the values of a payload by its hash; null when this machine does not have it.</summary>
    public Func<string, string?> FindPayload { get; init; } = _ => null;

    /// <summary>How long a job waits for an existing server that another RedisPerf uses. By default it fails at once. An image that is
    /// pulled is awaited without limit.</summary>
    public TimeSpan ServerWait { get; init; } = TimeSpan.Zero;

    /// <summary>What differs between the environment of a job that continues and this one, so that its runs would not be comparable;
    /// null when nothing does.</summary>
    public Func<Job, JobEnvironment, Reason?> FindDifference { get; init; } = (_, _) => null;

    /// <summary>Runs a job that only a request of the user stops.</summary>
    /// <inheritdoc cref="RunAsync(Job, IReadOnlyCollection{JobEvent.RunEnded}, JobControl)"/>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, [EnumeratorCancellation] CancellationToken ct)
    {
        var control = new JobControl();
        await using var registration = ct.UnsafeRegister(_ => control.Stop(StopCause.CancelRequested), null);
        await foreach (var jobEvent in RunAsync(job, [], control))
        {
            yield return jobEvent;
        }
    }

    /// <summary>All events, in order; the last is always <see cref="JobEvent.Ended"/>, after the servers are released and the workers have
    /// ended. A failure is an event, not an exception. Stopping removes the job's keys. It ends within six seconds, even when a server does
    /// not reply. A job that has runs continues: the missing ones follow in the order that they would have had.</summary>
    /// <param name="job">The job; one that continues has its environment and its last progress.</param>
    /// <param name="finished">The runs that are not measured again.</param>
    /// <param name="control">Stops the job, ends its waits, and passes on what users change.</param>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, IReadOnlyCollection<JobEvent.RunEnded> finished, JobControl control)
    {
        JobEvent.Ended? end = null;
        await foreach (var jobEvent in MeasureAsync(job, finished, control))
        {
            if (jobEvent is JobEvent.Ended ended)
            {
                end = ended;
                break;
            }

            yield return jobEvent;
        }

        yield return end!;
    }

    private async IAsyncEnumerable<JobEvent> MeasureAsync(Job job, IReadOnlyCollection<JobEvent.RunEnded> finished, JobControl control)
    {
        var benchmark = catalogue.Find(job.Request.Benchmark);
        if (benchmark is null)
        {
            yield return JobEnds.NotStarted(job, Reason.Of(ReasonCode.UnknownBenchmark, ("benchmark", job.Request.Benchmark)), control);
            yield break;
        }

        if (job.Request.Strategies.FirstOrDefault(name => benchmark.Info.FindStrategy(name) is null) is { } unknown)
        {
            yield return JobEnds.NotStarted(job, Reason.Of(ReasonCode.UnknownStrategy, ("strategy", unknown)), control);
            yield break;
        }

        var (request, missing) = await JobPayload.FindAsync(job, FindPayload);
        if (missing is not null)
        {
            yield return JobEnds.NotStarted(job, missing, control);
            yield break;
        }

        job = job with { Request = request };

        var pinning = PlanCores(job.Request);
        await using var servers = new TargetServers();
        await using var opening = new ServerOpening(servers, benchmark, job, pinning.Servers, ServerWait, findTarget, control);
        await foreach (var jobEvent in opening.Events)
        {
            yield return jobEvent;
        }

        await using var workers = new JobWorkers();
        var failure = await opening.Failure
            ?? await workers.OpenAsync(
                job, client => CreateWorkerAsync(benchmark, job, client, pinning.Workers, control.Stopped), servers.All, control.Stopped)
            ?? (control.Cause is null ? null : Reason.Of(ReasonCode.CancelledAtStart));
        if (failure is not null)
        {
            yield return JobEnds.NotStarted(job, failure, control);
            yield break;
        }

        var cases = (
            from item in workers.Cases
            from server in servers.All.Index()
            from worker in item.Workers
            let key = new CaseKey(worker.Case.Strategy, worker.Case.At.With(server.Item.At).With(Axis.Client, worker.Client))
            select (worker.Case, Key: key, Slice: new SliceKey(item.Index, server.Index, 0), worker.Worker,
                Unsupported: CapabilityCheck.FindMissingCapability(worker.Case, key, server.Item))).ToList();
        var unsupported = cases.Select(each => each.Unsupported).OfType<UnsupportedCase>().Distinct().ToArray();
        var environment = workers.Environment with
        {
            Plugins = [.. job.Request.Clients.DefaultIfEmpty().SelectMany(client => UsedPlugins(job, client)).Distinct()
                .Select(plugin => new PluginBuild(plugin.Name, plugin.Sha256) { Version = plugin.Version })],
            Pinning = servers.All.Any(server => server.IgnoresCores) ? pinning with { Servers = null } : pinning,
            Unsupported = unsupported,
        };
        if (job.Environment is not null && FindDifference(job, environment) is { } difference)
        {
            yield return new JobEvent.Ended(JobState.Interrupted, difference);
            yield break;
        }

        yield return new JobEvent.Started(job.Environment ?? environment);

        if (CapabilityCheck.Refusal(unsupported, cases.Exists(each => each is { Unsupported: null, Case.IsFloor: false })) is { } refusal)
        {
            yield return new JobEvent.Ended(JobState.Failed, refusal);
            yield break;
        }

        var search = benchmark.Info.SearchOf(job.Request);
        var entries = cases
            .Where(each => each.Unsupported is null)
            .Select(each => new RoundEntry(each.Case, each.Key, each.Slice, each.Worker, benchmark.Info.Rates,
                search is null ? null : runs => search.Find(CaseResult.Of(each.Key, runs), job.Request)))
            .ToList();
        await foreach (var jobEvent in new JobRounds(job, benchmark.Info, entries, finished, control) { Servers = servers.All }.RunAsync())
        {
            yield return jobEvent;
        }
    }

    private Pinning PlanCores(JobRequest request) => Cores.Plan(
        request.Targets.Any(name => findTarget(name) is { Source: not TargetSource.Configured }),
        hasWorkers: WorkerProgram is not null || request.Clients.Count > 0);

    private async Task<IWorker> CreateWorkerAsync(IBenchmark benchmark, Job job, string? client, string? cores, CancellationToken ct)
    {
        if (job.Request.LoadFrom == 1)
        {
            return CreateWorker(benchmark, job, client, cores, null);
        }

        if (UsedPlugins(job, client).ToArray() is { Length: > 0 } plugins)
        {
            throw new TargetException(Reason.Of(ReasonCode.PluginOnOneNode, ("plugins", string.Join(", ", plugins.Select(plugin => plugin.Name)))));
        }

        var nodes = await FindNodesAsync(job, ct);
        return new SharedLoadWorker(benchmark.Info, nodes, CreateWorker(benchmark, job, client, cores, share: 0));
    }

    private ISynchronizedWorker CreateWorker(IBenchmark benchmark, Job job, string? client, string? cores, int? share)
    {
        var program = client is null ? WorkerProgram
            : FindClient(client) ?? throw new TargetException(Reason.Of(ReasonCode.UnknownClient, ("client", client)));
        return program is null
            ? new InProcessWorker(benchmark, share)
            : new WorkerProcess(program, cores, share, [.. UsedPlugins(job, client).Select(plugin => new PluginFile(plugin.Path, plugin.Sha256))]);
    }

    private IEnumerable<Plugin> UsedPlugins(Job job, string? client) =>
        PluginsOf(client).Where(plugin => plugin.Strategies.Any(strategy => job.Request.Strategies.Contains(strategy.Name)));
}
