using System.Diagnostics;
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
/// Runs a job: round after round over all its cases, in an order shuffled by the job's seed. It uses the contract of a
/// benchmark and no benchmark by name. Its events are pulled: no clock runs while the caller handles one.
/// </summary>
public sealed class Runner(Catalogue catalogue, Func<string, ITarget?> findTarget)
{
    /// <summary>After this many failures in a row a case is not run again. If its target cannot be reached, no case on that target is run again.</summary>
    internal const int FailuresInARow = 3;

    /// <summary>The time that a restarting server gets after the first failed attempt to connect; twice as long after the second.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>The program of a worker process that measures each job; null to measure in this process. A job that names clients is measured by their programs.</summary>
    public string? WorkerProgram { get; set; }

    /// <summary>The cores of the started servers and of the worker processes.</summary>
    public CoreChoice Cores { get; init; } = CoreChoice.Off;

    /// <summary>The path of the worker program of a client that a job names; null for an unknown client.</summary>
    public Func<string, string?> FindClient { get; init; } = _ => null;

    /// <summary>The nodes that measure a job together with this one; only for a job that requests them.</summary>
    public Func<Job, CancellationToken, Task<JointNodes>> FindNodesAsync { get; init; } = (_, _) => throw new TargetException(Reason.Of(ReasonCode.NoOtherNodes));

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
    public IAsyncEnumerable<JobEvent> RunAsync(Job job, CancellationToken ct) => RunAsync(job, [], ct);

    /// <summary>
    /// Continues a job after the runs that it has: the missing ones follow in the order that they would have had. The caller
    /// compares the environment of <see cref="JobEvent.Started"/> with the job's own.
    /// </summary>
    /// <inheritdoc cref="RunAsync(Job, CancellationToken)"/>
    /// <param name="job">The job with its last progress.</param>
    /// <param name="finished">The runs that are not measured again.</param>
    /// <param name="ct">Cancels the job.</param>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, IEnumerable<JobEvent.RunEnded> finished, [EnumeratorCancellation] CancellationToken ct)
    {
        JobEvent.Ended? end = null;
        await foreach (var jobEvent in MeasureAsync(job, finished, ct))
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

    private async IAsyncEnumerable<JobEvent> MeasureAsync(Job job, IEnumerable<JobEvent.RunEnded> finished, [EnumeratorCancellation] CancellationToken ct)
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
        var steps = Channel.CreateUnbounded<string>();
        await using var opening = new ServerOpening(
            stop => servers.OpenAsync(benchmark, job, pinning.Servers, (wait, waited, stopWaiting) => WaitsAsync(job, wait, waited, stopWaiting), findTarget, steps.Writer, stop), ct);
        await foreach (var step in steps.Reader.ReadAllAsync(CancellationToken.None))
        {
            yield return new JobEvent.Progressed((job.Progress ?? new(0, 0, null, 0, null)) with { Current = step, SecondsLeft = null });
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
            .Select(each => new RoundEntry(each.Case, each.Key, each.Slice, each.Worker))
            .ToList();
        var decision = new Decision(job, benchmark.Info);
        var rounds = decision.Rounds;
        var known = finished.DistinctBy(ended => (ended.Case, ended.Run.Round)).ToDictionary(ended => (ended.Case, ended.Run.Round), ended => ended.Run);
        var timetable = new Timetable<RoundEntry>(entries, entry => entry.Slices, rounds, job.Request.BudgetSeconds, known.Count > 0 && job.Progress is { } progress ? progress.Fraction : 0);
        var order = new RoundOrder(job.Request.Seed);
        var unreachable = new Dictionary<string, int>();
        Reason? stopped = null;
        var lastKept = known.Keys.Select(key => key.Round).DefaultIfEmpty(-1).Max();
        var hasNewRun = false;

        for (var round = 0; round < rounds && stopped is null && !ct.IsCancellationRequested; round++)
        {
            foreach (var entry in entries.Where(entry => !entry.IsGivenUp))
            {
                entry.BeginRun(known.GetValueOrDefault((entry.Case, round)));
                if (entry.Kept is { } kept)
                {
                    timetable.EndRun(entry);
                    decision.Add(entry.Case, kept);
                    GiveUp(timetable, entry.FailedInARow == FailuresInARow ? [entry] : []);
                }
            }

            foreach (var entry in Turns(entries, order))
            {
                yield return new JobEvent.Progressed(timetable.Now(entry.Describe(round, job.Request)));

                await Task.Delay(Pause * unreachable.GetValueOrDefault(entry.Case.Target), ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                var start = Stopwatch.GetTimestamp();
                var run = await entry.RunSliceAsync(round, round < job.Request.Warmups, ct);
                timetable.Ended(entry, Stopwatch.GetElapsedTime(start).TotalSeconds);
                if (run is not null)
                {
                    hasNewRun = true;
                    timetable.EndRun(entry);
                    entry.Note(run);
                    decision.Add(entry.Case, run);
                    yield return new JobEvent.RunEnded(entry.Case, run);
                }

                stopped = entry.Lost;
                if (ct.IsCancellationRequested || stopped is not null)
                {
                    break;
                }

                if (run is null)
                {
                    continue;
                }

                var attempts = unreachable[entry.Case.Target] = entry.CouldNotConnect ? unreachable.GetValueOrDefault(entry.Case.Target) + 1 : 0;
                var hopeless = attempts == FailuresInARow ? entries.Where(other => other.Case.Target == entry.Case.Target)
                    : entry.FailedInARow == FailuresInARow ? [entry]
                    : [];
                GiveUp(timetable, hopeless);
                if (attempts == FailuresInARow && entries.All(other => other.IsGivenUp))
                {
                    stopped = Reason.Of(ReasonCode.TargetGivenUp, ("cause", run.Error), ("attempts", FailuresInARow));
                }
            }

            // A job without a timed round has no result. The kept rounds of a continued job are completed first.
            if (round >= Math.Max(job.Request.Warmups, lastKept) && timetable.IsBudgetUsed)
            {
                break;
            }

            if (round + 1 == rounds)
            {
                decision.EndLastRound(hasNewRun && round >= lastKept);
                timetable.Extend(decision.Rounds - rounds);
                rounds = decision.Rounds;
            }
        }

        var left = await FindLeftAsync(job, entries, ct.IsCancellationRequested);
        yield return new JobEvent.Progressed(timetable.Now(null, isDone: !ct.IsCancellationRequested && stopped is null));
        var end = ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : End(entries, stopped);
        yield return left is null ? end : end with { Error = Reason.Join(end.Error, left) };
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
        return new JointWorker(benchmark.Info, nodes.Name, CreateWorker(benchmark, client, cores, share: 0), nodes.Links, nodes.Clock);
    }

    private IGatedWorker CreateWorker(IBenchmark benchmark, string? client, string? cores, int? share) =>
        client is not null ? new WorkerProcess(FindClient(client) ?? throw new TargetException(Reason.Of(ReasonCode.UnknownClient, ("client", client))), cores, share)
        : WorkerProgram is not null ? new WorkerProcess(WorkerProgram, cores, share)
        : new InProcessWorker(benchmark, share);

    private static void GiveUp(Timetable<RoundEntry> timetable, IEnumerable<RoundEntry> hopeless)
    {
        foreach (var entry in hopeless)
        {
            entry.IsGivenUp = true;
            timetable.GiveUp(entry);
        }
    }

    // Each turn is one slice of each case, in shuffled order. A case with fewer slices takes part in the first turns. The
    // run of a failed slice has ended. All cases are shuffled in every turn, so that a job that continues after an
    // interruption has the same order.
    private static IEnumerable<RoundEntry> Turns(List<RoundEntry> entries, RoundOrder order)
    {
        for (var turn = 0; turn < entries.Max(entry => entry.Slices); turn++)
        {
            foreach (var entry in order.Next(entries).Where(entry => entry.IsRunning))
            {
                yield return entry;
            }
        }
    }

    // A server that was never reached has no keys of the job.
    private static async Task<Reason?> FindLeftAsync(Job job, List<RoundEntry> entries, bool isCancelled)
    {
        var causes = entries.Where(entry => entry.KeysLeft is not null).Select(entry => (entry.Case.Target, Cause: entry.KeysLeft!)).ToList();
        foreach (var sharing in entries.Where(entry => entry.Shared is not null).GroupBy(entry => (entry.Shared, entry.Case.Target)))
        {
            // A user who cancels does not wait twice for a server that does not reply.
            var isSilent = isCancelled && causes.Exists(left => left.Target == sharing.Key.Target);
            if (!isSilent && sharing.Any(entry => entry.Succeeded || !entry.CouldNotConnect)
                && await sharing.First().RemoveSharedAsync(isCancelled) is { } cause)
            {
                causes.Add((sharing.Key.Target, cause));
            }
        }

        return causes
            .DistinctBy(each => each.Target)
            .Select(each => Reason.Of(ReasonCode.KeysMayRemain, ("prefix", job.KeyPrefix), (Reason.Target, each.Target), ("cause", each.Cause)))
            .Aggregate((Reason?)null, Reason.Join);
    }

    private static JobEvent.Ended End(List<RoundEntry> entries, Reason? stopped) =>
        stopped is not null ? new(JobState.Failed, stopped)
        : entries.Any(entry => entry is { Succeeded: true, IsFloor: false }) ? new(JobState.Completed, null)
        : new(
            JobState.Failed,
            Reason.Of(
                entries.Any(entry => entry.Succeeded) ? ReasonCode.NoContenderSucceeded : ReasonCode.NoRunSucceeded,
                ("cause", entries.Where(entry => !entry.Succeeded).Select(entry => entry.LastError).LastOrDefault(error => error is not null))));
}
