using System.Runtime.CompilerServices;
using System.Threading.Channels;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running;

/// <summary>
/// Runs a job: opens its targets and workers and runs its <see cref="JobRounds"/>. It uses the contract of a benchmark and no
/// benchmark by name. Its events are pulled: no clock runs while the caller handles one.
/// </summary>
public sealed class Runner(Catalogue catalogue, Func<string, ITarget?> findTarget)
{
    /// <summary>The program of a worker process that measures each job; null to measure in this process. A job that names clients is measured by their programs.</summary>
    public string? WorkerProgram { get; set; }

    /// <summary>The cores of the started servers and of the worker processes.</summary>
    public CoreChoice Cores { get; init; } = CoreChoice.Off;

    /// <summary>The path of the worker program of a client that a job names; null for an unknown client.</summary>
    public Func<string, string?> FindClient { get; init; } = _ => null;

    /// <summary>The nodes that measure a job together with this one; only for a job that requests them.</summary>
    public Func<Job, CancellationToken, Task<JobNodes>> FindNodesAsync { get; init; } = (_, _) => throw new TargetException(Reason.Of(ReasonCode.NoOtherNodes));

    /// <summary>The path of the values of a payload by its hash; null when this machine does not have it.</summary>
    public Func<string, string?> FindPayload { get; init; } = _ => null;

    /// <summary>
    /// Whether a job that has waited for a time while it opens its targets waits longer. By default it waits until a target is
    /// prepared, and fails at once when another RedisPerf uses an existing server.
    /// </summary>
    public Func<Job, OpeningWait, TimeSpan, CancellationToken, Task<bool>> WaitsAsync { get; init; } = (_, wait, _, _) => Task.FromResult(wait == OpeningWait.Preparation);

    /// <summary>
    /// All events, in order; the last is always <see cref="JobEvent.Ended"/>, after the servers are released and the workers
    /// have ended. A failure is an event, not an exception. Cancelling removes the job's keys. It ends within six seconds,
    /// even when a server does not reply.
    /// </summary>
    public IAsyncEnumerable<JobEvent> RunAsync(Job job, CancellationToken ct) => RunAsync(job, [], null, ct);

    /// <summary>
    /// Continues a job after the runs that it has: the missing ones follow in the order that they would have had. The caller
    /// compares the environment of <see cref="JobEvent.Started"/> with the job's own.
    /// </summary>
    /// <inheritdoc cref="RunAsync(Job, CancellationToken)"/>
    /// <param name="job">The job with its last progress.</param>
    /// <param name="finished">The runs that are not measured again.</param>
    /// <param name="current">The job with all runs of the events so far, as users have changed it: a job that runs until it is decided is decided by it. Null when no user can change the job.</param>
    /// <param name="ct">Cancels the job.</param>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, IEnumerable<JobEvent.RunEnded> finished, Func<JobDocument>? current, [EnumeratorCancellation] CancellationToken ct)
    {
        JobEvent.Ended? end = null;
        await foreach (var jobEvent in MeasureAsync(job, finished, current, ct))
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

    private async IAsyncEnumerable<JobEvent> MeasureAsync(Job job, IEnumerable<JobEvent.RunEnded> finished, Func<JobDocument>? current, [EnumeratorCancellation] CancellationToken ct)
    {
        var benchmark = catalogue.Find(job.Request.Benchmark);
        if (benchmark is null)
        {
            yield return new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.UnknownBenchmark, ("benchmark", job.Request.Benchmark)));
            yield break;
        }

        var (request, missing) = await JobPayload.FindAsync(job, FindPayload);
        if (missing is not null)
        {
            yield return new JobEvent.Ended(JobState.Failed, missing);
            yield break;
        }

        job = job with { Request = request };

        var pinning = PlanCores(job.Request);
        await using var servers = new TargetServers();
        var steps = Channel.CreateUnbounded<Reason>();
        await using var opening = new ServerOpening(
            stop => servers.OpenAsync(benchmark, job, pinning.Servers, (wait, waited, stopWaiting) => WaitsAsync(job, wait, waited, stopWaiting), findTarget, steps.Writer, stop), ct);
        await foreach (var step in steps.Reader.ReadAllAsync(CancellationToken.None))
        {
            yield return new JobEvent.Progressed((job.Progress ?? new(0, 0, 0, null)) with { Current = step, SecondsLeft = null });
        }

        await using var workers = new JobWorkers();
        var failure = await opening.Result ?? await workers.OpenAsync(job, client => CreateWorkerAsync(benchmark, job, client, pinning.Workers, ct), servers.All, ct);
        if (ct.IsCancellationRequested || failure is not null)
        {
            yield return ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : new JobEvent.Ended(JobState.Failed, failure);
            yield break;
        }

        var cases = (
            from item in workers.Cases
            from server in servers.All.Index()
            from worker in item.Workers
            let key = new CaseKey(worker.Case.Strategy, server.Item.Name, worker.Case.Point, worker.Client)
            select (worker.Case, Key: key, Slice: new SliceKey(item.Index, server.Index, 0), worker.Worker, Unsupported: Support.FindMissingCapability(worker.Case, key, server.Item))).ToList();
        var unsupported = cases.Select(each => each.Unsupported).OfType<UnsupportedCase>().Distinct().ToArray();
        yield return new JobEvent.Started(workers.Environment with { Pinning = servers.All.Any(server => server.IgnoresCores) ? pinning with { Servers = null } : pinning, Unsupported = unsupported });

        if (Support.Refusal(unsupported, cases.Exists(each => each is { Unsupported: null, Case.IsFloor: false })) is { } refusal)
        {
            yield return new JobEvent.Ended(JobState.Failed, refusal);
            yield break;
        }

        var entries = cases
            .Where(each => each.Unsupported is null)
            .Select(each => new RoundEntry(each.Case, each.Key, each.Slice, each.Worker, benchmark.Info.Rates))
            .ToList();
        await foreach (var jobEvent in new JobRounds(job, benchmark.Info, entries, finished, current).RunAsync(ct))
        {
            yield return jobEvent;
        }
    }

    private Pinning PlanCores(JobRequest request) => Cores.Plan(
        request.Targets.Any(name => findTarget(name) is { Source: not TargetSource.Configured }), hasWorkers: WorkerProgram is not null || request.Clients.Count > 0);

    private async Task<IWorker> CreateWorkerAsync(IBenchmark benchmark, Job job, string? client, string? cores, CancellationToken ct)
    {
        if (job.Request.LoadFrom == 1)
        {
            return CreateWorker(benchmark, client, cores, null);
        }

        var nodes = await FindNodesAsync(job, ct);
        return new SharedLoadWorker(benchmark.Info, nodes, CreateWorker(benchmark, client, cores, share: 0));
    }

    private ISynchronizedWorker CreateWorker(IBenchmark benchmark, string? client, string? cores, int? share) =>
        client is not null ? new WorkerProcess(FindClient(client) ?? throw new TargetException(Reason.Of(ReasonCode.UnknownClient, ("client", client))), cores, share)
        : WorkerProgram is not null ? new WorkerProcess(WorkerProgram, cores, share)
        : new InProcessWorker(benchmark, share);
}
