using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>
/// Runs a job: round after round over all its cases, in an order shuffled by the job's seed. It uses the contract of a
/// benchmark and no benchmark by name. Its events are pulled: no clock runs while the caller handles one.
/// </summary>
public sealed class Runner(Catalogue catalogue, Func<string, ITarget?> findTarget)
{
    /// <summary>After this many failures in a row a case is not run again. If its target cannot be reached, no case on that target is run again.</summary>
    private const int FailuresInARow = 3;

    /// <summary>The time that a restarting server gets after the first failed attempt to connect; twice as long after the second.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>The program of a worker process that measures each job; null to measure in this process.</summary>
    public string? WorkerProgram { get; init; }

    /// <summary>How long a job waits for an existing server that another RedisPerf uses; by default it fails at once.</summary>
    public TimeSpan LeaseWait { get; init; }

    /// <summary>
    /// All events, in order; the last is always <see cref="JobEvent.Ended"/>. A failure is an event, not an exception.
    /// Cancelling removes the job's keys. It ends within six seconds, also when a server does not reply.
    /// </summary>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, [EnumeratorCancellation] CancellationToken ct)
    {
        var benchmark = catalogue.Find(job.Request.Benchmark);
        if (benchmark is null)
        {
            yield return new JobEvent.Ended(JobState.Failed, Reason.Of(ReasonCode.UnknownBenchmark, ("benchmark", job.Request.Benchmark)));
            yield break;
        }

        await using var servers = new TargetServers();
        var steps = Channel.CreateUnbounded<string>();
        var opening = servers.OpenAsync(benchmark, job, LeaseWait, findTarget, steps.Writer, ct);
        await foreach (var step in steps.Reader.ReadAllAsync(CancellationToken.None))
        {
            yield return new JobEvent.Progressed(new(0, 0, step, 0, null));
        }

        await using IWorker worker = WorkerProgram is null ? new InProcessWorker(benchmark) : new WorkerProcess(WorkerProgram);
        var (opened, failure) = await opening is { } unopened ? (null, unopened) : await OpenAsync(worker, job, servers.All, ct);
        if (ct.IsCancellationRequested || opened is null)
        {
            yield return ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : new JobEvent.Ended(JobState.Failed, failure);
            yield break;
        }

        var cases = (
            from item in opened.Cases.Index()
            from server in servers.All.Index()
            select (item.Item, Key: new SliceKey(item.Index, server.Index, 0), Target: server.Item.Name, Unsupported: Support.FindMissingCapability(item.Item, server.Item))).ToList();
        var unsupported = cases.Select(each => each.Unsupported).OfType<UnsupportedCase>().Distinct().ToArray();
        yield return new JobEvent.Started(ThisMachine.Measuring(opened.Targets) with { Client = opened.Client, Runtime = opened.Runtime, Unsupported = unsupported });

        if (Support.Refusal(unsupported, cases.Exists(each => each is { Unsupported: null, Item.IsFloor: false })) is { } refusal)
        {
            yield return new JobEvent.Ended(JobState.Failed, refusal);
            yield break;
        }

        var entries = cases
            .Where(each => each.Unsupported is null)
            .Select(each => new Entry(each.Item, each.Target, each.Key, worker))
            .ToList();
        var decision = new Decision(job, benchmark.Info);
        var rounds = decision.Rounds;
        var timetable = new Timetable<Entry>(entries, entry => entry.Slices, rounds, job.Request.BudgetSeconds);
        var order = new RoundOrder(job.Request.Seed);
        var unreachable = new Dictionary<string, int>();
        Reason? stopped = null;

        for (var round = 0; round < rounds && stopped is null && !ct.IsCancellationRequested; round++)
        {
            foreach (var entry in Turns(entries, order))
            {
                yield return new JobEvent.Progressed(timetable.Now(entry.Describe(round, job.Request)));

                await Task.Delay(Pause * unreachable.GetValueOrDefault(entry.Case.Target), ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                var start = Stopwatch.GetTimestamp();
                var run = await entry.RunSliceAsync(round, round < job.Request.Warmups, ct);
                timetable.Ended(entry, Stopwatch.GetElapsedTime(start).TotalSeconds);
                if (run is not null)
                {
                    timetable.EndRun(entry);
                    entry.Note(run);
                    decision.Add(entry.Case, run);
                    yield return new JobEvent.RunEnded(entry.Case, run);
                }

                if (ct.IsCancellationRequested)
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
                foreach (var other in hopeless)
                {
                    other.IsGivenUp = true;
                    timetable.GiveUp(other);
                }

                if (attempts == FailuresInARow && entries.All(other => other.IsGivenUp))
                {
                    stopped = Reason.Of(ReasonCode.TargetGivenUp, ("cause", run.Error), ("attempts", FailuresInARow));
                }
            }

            // A job without a timed round has no result.
            if (round >= job.Request.Warmups && timetable.IsBudgetUsed)
            {
                break;
            }

            if (round + 1 == rounds)
            {
                decision.EndLastRound();
                timetable.Extend(decision.Rounds - rounds);
                rounds = decision.Rounds;
            }
        }

        var left = await FindLeftAsync(job, entries, worker, ct.IsCancellationRequested);
        yield return new JobEvent.Progressed(timetable.Now(null));
        var end = ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : End(entries, stopped);
        yield return left is null ? end : end with { Error = Reason.Join(end.Error, left) };
    }

    private static async Task<(OpenedWorker? Opened, Reason? Failure)> OpenAsync(IWorker worker, Job job, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        try
        {
            return (await worker.OpenAsync(job.Request, job.KeyPrefix, servers, ct), null);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return (null, Reason.Of(ReasonCode.CancelledAtStart));
        }
        catch (TargetException exception)
        {
            return (null, exception.Reason);
        }
    }

    // Each turn is one slice of each case, in shuffled order. A case with fewer slices takes part in the first turns. The
    // run of a failed slice has ended.
    private static IEnumerable<Entry> Turns(List<Entry> entries, RoundOrder order)
    {
        foreach (var entry in entries)
        {
            entry.BeginRun();
        }

        while (entries.Exists(entry => entry.IsRunning))
        {
            foreach (var entry in order.Next(entries.Where(entry => entry.IsRunning)).Where(entry => entry.IsRunning))
            {
                yield return entry;
            }
        }
    }

    // A server that was never reached has no keys of the job.
    private static async Task<Reason?> FindLeftAsync(Job job, List<Entry> entries, IWorker worker, bool isCancelled)
    {
        var causes = entries.Where(entry => entry.KeysLeft is not null).Select(entry => (entry.Case.Target, Cause: entry.KeysLeft!)).ToList();
        foreach (var sharing in entries.Where(entry => entry.Shared is not null).GroupBy(entry => (entry.Shared, entry.Case.Target)))
        {
            // A user who cancels does not wait twice for a server that does not reply.
            var isSilent = isCancelled && causes.Exists(left => left.Target == sharing.Key.Target);
            if (!isSilent && sharing.Any(entry => entry.Succeeded || !entry.CouldNotConnect)
                && await worker.RemoveSharedAsync(sharing.First().Key, isCancelled) is { } cause)
            {
                causes.Add((sharing.Key.Target, cause));
            }
        }

        return causes
            .DistinctBy(each => each.Target)
            .Select(each => Reason.Of(ReasonCode.KeysMayRemain, ("prefix", job.KeyPrefix), (Reason.Target, each.Target), ("cause", each.Cause)))
            .Aggregate((Reason?)null, Reason.Join);
    }

    private static JobEvent.Ended End(List<Entry> entries, Reason? stopped) =>
        stopped is not null ? new(JobState.Failed, stopped)
        : entries.Any(entry => entry is { Succeeded: true, IsFloor: false }) ? new(JobState.Completed, null)
        : new(
            JobState.Failed,
            Reason.Of(
                entries.Any(entry => entry.Succeeded) ? ReasonCode.NoContenderSucceeded : ReasonCode.NoRunSucceeded,
                ("cause", entries.Where(entry => !entry.Succeeded).Select(entry => entry.LastError).LastOrDefault(error => error is not null))));

    /// <summary>A case on one target and the results so far that decide whether it runs again.</summary>
    private sealed class Entry(OpenedCase item, string target, SliceKey first, IWorker worker)
    {
        // The slices of the current run that have ended.
        private readonly List<SliceResult> _ended = [];

        public CaseKey Case { get; } = new(item.Strategy, target, item.Point);

        /// <summary>The first slice.</summary>
        public SliceKey Key => first;

        /// <summary>Number of slices of a run.</summary>
        public int Slices => item.Slices;

        /// <summary>The number of the data that it shares; null when it shares none.</summary>
        public int? Shared => item.Shared;

        /// <summary>Whether the last run failed before it was connected.</summary>
        public bool CouldNotConnect { get; private set; }

        public bool IsFloor => item.IsFloor;

        public int FailedInARow { get; private set; }

        /// <summary>It is not run again.</summary>
        public bool IsGivenUp { get; set; }

        /// <summary>Whether slices of the current run remain.</summary>
        public bool IsRunning => !IsGivenUp && _ended.Count < Slices && _ended.TrueForAll(slice => slice.Run.State == RunState.Ok);

        public bool Succeeded { get; private set; }

        public Reason? LastError { get; private set; }

        /// <summary>Why the keys of the last run were not removed; null when they were.</summary>
        public Reason? KeysLeft { get; private set; }

        public void BeginRun() => _ended.Clear();

        /// <returns>The run, when this was its last slice; otherwise null.</returns>
        public async Task<Run?> RunSliceAsync(int round, bool warmup, CancellationToken ct)
        {
            var result = await worker.RunAsync(first with { Slice = _ended.Count }, round, warmup, ct);
            _ended.Add(result);
            CouldNotConnect = result.CouldNotConnect;
            return IsRunning ? null : SliceResult.ToRun(_ended);
        }

        public void Note(Run run)
        {
            FailedInARow = run.State == RunState.Failed ? FailedInARow + 1 : 0;
            Succeeded |= run is { State: RunState.Ok, Warmup: false };
            LastError = run.Error ?? LastError;
            KeysLeft = (Reason?)Reason.Flatten(run.Error).FirstOrDefault(reason => reason.Code == ReasonCode.KeysNotRemoved)?.Args["cause"];
        }

        public string Describe(int round, JobRequest request)
        {
            var name = Case.Point is { } point ? $"{Case.Strategy} at {point}" : Case.Strategy;
            var place = request.Targets.Count > 1 ? $" on {Case.Target}" : "";
            var slice = Slices > 1 ? $", slice {_ended.Count + 1} of {Slices}" : "";
            return round < request.Warmups ? $"{name}{place}, warm-up{slice}" : $"{name}{place}, run {round - request.Warmups + 1}{(request.Until == RunUntil.Decided ? "" : $" of {request.Runs}")}{slice}";
        }
    }
}
