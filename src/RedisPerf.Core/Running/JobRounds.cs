using System.Diagnostics;
using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Profiles;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The rounds of a job whose servers and workers are open: each round runs all cases, slice by slice, in an order
/// shuffled by the job's seed.</summary>
internal sealed class JobRounds
{
    /// <summary>After this many failures in a row a case is not run again. If its target cannot be reached, no case on that
    /// target is run again.</summary>
    internal const int FailuresInARow = 3;

    /// <summary>The time that a restarting server gets after the first failed attempt to connect; twice as long after the second.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly Job _job;
    private readonly IReadOnlyList<RoundEntry> _entries;
    private readonly Dictionary<(CaseKey Case, int Round), Run> _known;
    private readonly int _lastKept;
    private readonly bool _isProfiled;
    private readonly JobControl _control;
    private readonly Decision _decision;
    private readonly ProgressEstimator<RoundEntry> _progressEstimator;
    private readonly RoundOrder _order;
    private readonly Dictionary<Coordinates, int> _failedConnections = [];
    private Reason? _stopped;

    // All rounds have ended: a job that is stopped while it is profiled is complete.
    private bool _isComplete;

    // The floor alone is no result.
    private bool HasNoRunnableCase => _entries.Any(entry => entry.IsGivenUp) && _entries.All(entry => entry.IsGivenUp || entry.IsFloor);

    private bool _hasNewRun;

    /// <summary>The servers of the job, by the positions of <see cref="Workers.SliceKey.Server"/>, for the profiles.</summary>
    public IReadOnlyList<TargetServer> Servers { get; init; } = [];

    /// <param name="job">The job, with its progress from before an interruption.</param>
    /// <param name="entries">The cases that are run.</param>
    /// <param name="finished">The runs that are not measured again.</param>
    /// <param name="control">Stops the job, and passes on what users change.</param>
    public JobRounds(
        Job job, BenchmarkInfo info, IReadOnlyList<RoundEntry> entries, IReadOnlyCollection<JobEvent.RunEnded> finished, JobControl control)
    {
        (_job, _entries, _control, _decision, _order) = (job, entries, control, new(job, info, finished, control), new(job.Request.Seed));
        _known = finished.DistinctBy(ended => (ended.Case, ended.Run.Round)).ToDictionary(ended => (ended.Case, ended.Run.Round), ended => ended.Run);
        _lastKept = _known.Keys.Select(key => key.Round).DefaultIfEmpty(-1).Max();
        _isProfiled = job.Request.Profile || job.ProfileOnly;
        _progressEstimator = new(entries, entry => entry.Slices, job.ProfileOnly ? 0 : _decision.Rounds,
            job.ProfileOnly ? null : job.Request.BudgetSeconds, _known.Count > 0 && job.Progress is { } progress ? progress.Fraction : 0,
            TimeProvider.System, _isProfiled ? CaseProfiler.ExpectedSeconds : null);
    }

    /// <summary>The progress and the runs of all rounds, and the end of the job.</summary>
    public async IAsyncEnumerable<JobEvent> RunAsync()
    {
        var ct = _control.Stopped;
        var round = 0;
        if (_job.ProfileOnly)
        {
            Repeat();
            round = _decision.Rounds;
        }

        for (; round < _decision.Rounds && _stopped is null && !HasNoRunnableCase && !ct.IsCancellationRequested; round++)
        {
            BeginRound(round);
            await foreach (var jobEvent in RunAsync(round, ct))
            {
                yield return jobEvent;
            }

            // A job without a timed round has no result. The kept rounds of a continued job are completed first.
            if (round >= Math.Max(_job.Request.Warmups, _lastKept) && _progressEstimator.IsBudgetUsed)
            {
                break;
            }

            var rounds = _decision.Rounds;
            if (round + 1 == rounds)
            {
                _decision.EndLastRound(_hasNewRun && round >= _lastKept);
                _progressEstimator.Extend(_decision.Rounds - rounds);
            }
        }

        _isComplete = !ct.IsCancellationRequested && _stopped is null;
        await foreach (var jobEvent in ProfileAsync(ct))
        {
            yield return jobEvent;
        }

        var left = await FindLeftKeysAsync(ct.IsCancellationRequested);
        yield return new JobEvent.Progressed(_progressEstimator.Now(null, isDone: _isComplete));
        // A profile that is cut leaves measured rounds complete. A job that is only profiled has nothing else to complete.
        var isOnlyProfileCut = _isComplete && _isProfiled && !_job.ProfileOnly;
        var end = _control.Cause is { } cause && !isOnlyProfileCut ? JobEnds.Stopped(cause) : End();
        yield return left is null ? end : end with { Error = Reason.Join(end.Error, left) };
    }

    // One more run of each case, in the order of the job: they are not compared as samples. Nothing else reads them.
    private async IAsyncEnumerable<JobEvent> ProfileAsync([EnumeratorCancellation] CancellationToken ct)
    {
        if (!_isComplete || !_isProfiled)
        {
            yield break;
        }

        RoundEntry[] profiled = [.. _entries.Where(entry => !entry.IsGivenUp)];
        var (round, limit) = (Math.Max(_decision.Rounds, _lastKept + 1), StackLimit.Of(profiled.Length));
        _progressEstimator.EndRounds(profiled);
        foreach (var entry in profiled)
        {
            if (!ct.IsCancellationRequested)
            {
                yield return new JobEvent.Progressed(_progressEstimator.Now(entry.ProfileStepOf(_job.Request)) with { Case = entry.Case.Id });
            }

            yield return new JobEvent.Profiled(ct.IsCancellationRequested
                ? CaseProfile.Without(entry.Case, Reason.Of(ReasonCode.ProfileStopped))
                : await entry.ProfileAsync(round, Servers[entry.Server], limit, ct));
            _progressEstimator.EndProfile(entry);
        }
    }

    // The results decide which cases run again, with which probes and in which time.
    private void Repeat()
    {
        foreach (var entry in _entries)
        {
            foreach (var run in _known.Where(known => known.Key.Case == entry.Case).OrderBy(known => known.Key.Round).Select(known => known.Value))
            {
                entry.BeginRun(run);
                entry.IsGivenUp |= entry.FailedInARow == FailuresInARow;
                _progressEstimator.EndRun(entry);
                if (run.Seconds is { } seconds)
                {
                    _progressEstimator.Ended(entry, seconds / entry.Slices);
                }
            }
        }
    }

    private void BeginRound(int round)
    {
        foreach (var entry in _entries.Where(entry => !entry.IsGivenUp))
        {
            entry.BeginRun(_known.GetValueOrDefault((entry.Case, round)));
            if (entry.Kept is { } kept)
            {
                _progressEstimator.EndRun(entry);
                GiveUp(entry.FailedInARow == FailuresInARow ? [entry] : []);
            }
            else if (entry.HasEnded)
            {
                _progressEstimator.GiveUp(entry);
            }
        }
    }

    private async IAsyncEnumerable<JobEvent> RunAsync(int round, [EnumeratorCancellation] CancellationToken ct)
    {
        foreach (var entry in Turns())
        {
            yield return new JobEvent.Progressed(
                _progressEstimator.Now(entry.StepOf(round, _job.Request)) with { Case = entry.Case.Id });

            await Task.Delay(Pause * _failedConnections.GetValueOrDefault(entry.Case.At.Server), ct)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var start = Stopwatch.GetTimestamp();
            var run = await entry.RunSliceAsync(round, round < _job.Request.Warmups, ct);
            _progressEstimator.Ended(entry, Stopwatch.GetElapsedTime(start).TotalSeconds);
            if (entry.LastSlice is { } slice)
            {
                yield return new JobEvent.SliceEnded(entry.Case, slice);
            }

            if (run is not null)
            {
                _hasNewRun = true;
                _progressEstimator.EndRun(entry);
                entry.Record(run);
                _decision.Add(entry.Case, run);
                yield return new JobEvent.RunEnded(entry.Case, run);
            }

            _stopped = entry.Lost;
            if (ct.IsCancellationRequested || _stopped is not null)
            {
                yield break;
            }

            if (run is not null)
            {
                GiveUpAfter(run, entry);
            }
        }
    }

    // Each turn is one slice of each case, in shuffled order. A case with fewer slices takes part in the first turns. The
    // run of a failed slice has ended. All cases are shuffled in every turn, so that a job that continues after an
    // interruption has the same order.
    private IEnumerable<RoundEntry> Turns()
    {
        for (var turn = 0; turn < _entries.Max(entry => entry.Slices); turn++)
        {
            foreach (var entry in _order.Next(_entries).Where(entry => entry.IsRunning))
            {
                yield return entry;
            }
        }
    }

    private void GiveUpAfter(Run run, RoundEntry entry)
    {
        var attempts = _failedConnections[entry.Case.At.Server] =
            entry.CouldNotConnect ? _failedConnections.GetValueOrDefault(entry.Case.At.Server) + 1 : 0;
        GiveUp(attempts == FailuresInARow ? _entries.Where(other => other.Case.At.Server == entry.Case.At.Server)
            : entry.FailedInARow == FailuresInARow ? [entry]
            : []);
        if (attempts == FailuresInARow && _entries.All(other => other.IsGivenUp))
        {
            _stopped = Reason.Of(ReasonCode.TargetGivenUp, ("cause", run.Error), ("attempts", FailuresInARow));
        }
    }

    private void GiveUp(IEnumerable<RoundEntry> failing)
    {
        foreach (var entry in failing)
        {
            entry.IsGivenUp = true;
            _progressEstimator.GiveUp(entry);
        }
    }

    // A server that was never reached has no keys of the job.
    private async Task<Reason?> FindLeftKeysAsync(bool isCancelled)
    {
        var causes = _entries.Where(entry => entry.KeysLeft is not null).Select(entry => (entry.Case.Target, Cause: entry.KeysLeft!)).ToList();
        foreach (var sharing in _entries.Where(entry => entry.Shared is not null).GroupBy(entry => (entry.Shared, entry.Case.At.Server)))
        {
            // A user who cancels does not wait twice for a server that does not reply.
            var isSilent = isCancelled && causes.Exists(left => left.Target == sharing.First().Case.Target);
            if (!isSilent && sharing.Any(entry => entry.Succeeded || !entry.CouldNotConnect)
                && await sharing.First().RemoveSharedAsync(isCancelled) is { } cause)
            {
                causes.Add((sharing.First().Case.Target, cause));
            }
        }

        return causes
            .DistinctBy(each => each.Target)
            .Select(each => Reason.Of(ReasonCode.KeysMayRemain, ("prefix", _job.KeyPrefix), (Reason.Target, each.Target), ("cause", each.Cause)))
            .Aggregate((Reason?)null, Reason.Join);
    }

    private JobEvent.Ended End()
    {
        if (_stopped is not null)
        {
            return JobEnds.Failed(_stopped);
        }

        var hasResult = _entries.Any(entry => entry is { Succeeded: true, IsFloor: false });
        if (hasResult && !HasNoRunnableCase)
        {
            return new(JobState.Completed, null);
        }

        var code =
            hasResult ? ReasonCode.CasesGivenUp : _entries.Any(entry => entry.Succeeded) ? ReasonCode.OnlyFloorSucceeded : ReasonCode.NoRunSucceeded;
        var cause = _entries.Where(entry => hasResult ? entry.IsGivenUp : !entry.Succeeded).Select(entry => entry.LastError)
            .LastOrDefault(error => error is not null);
        return new(JobState.Failed, hasResult ? Reason.Of(code, ("attempts", FailuresInARow), ("cause", cause)) : Reason.Of(code, ("cause", cause)));
    }
}
