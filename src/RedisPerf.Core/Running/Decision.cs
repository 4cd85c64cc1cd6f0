using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Running;

/// <summary>
/// How many rounds a job has: as many as requested, or until each comparison is decided at one of the checks of the
/// <see cref="SequentialRule"/>. A comparison is that of a strategy with the baseline, and of the fastest strategy with the others.
/// </summary>
internal sealed class Decision
{
    private readonly JobTranscript? _transcript;
    private readonly Func<JobDocument>? _current;
    private readonly BenchmarkInfo _info;
    private readonly JobRequest _request;

    /// <param name="job">The job.</param>
    /// <param name="info">Its benchmark.</param>
    /// <param name="current">The job with its runs as users have changed it; null when no user can change it.</param>
    public Decision(Job job, BenchmarkInfo info, Func<JobDocument>? current)
    {
        (_request, _info) = (job.Request, info);
        if (job.Request.Until == RunUntil.Decided)
        {
            _transcript = current is null ? new(job, info) : null;
            _current = current ?? _transcript!.ToDocument;
        }

        Rounds = job.Request.Warmups + (_current is null ? job.Request.Runs : SequentialRule.NextCheck(0));
    }

    /// <summary>Number of rounds that are certain so far, with warm-ups: all, or those up to the next check.</summary>
    public int Rounds { get; private set; }

    /// <summary>Adds a run of the current round.</summary>
    public void Add(CaseKey key, Run run) => _transcript?.Add(new JobEvent.RunEnded(key, run), DateTimeOffset.UnixEpoch);

    /// <summary>
    /// The last certain round has ended. If the check leaves a comparison undecided, the rounds up to the next check follow.
    /// The checks of the rounds from before an interruption, or before rounds were added, are not repeated.
    /// </summary>
    /// <param name="hasNewRun">Whether a run of this or an earlier round was measured now.</param>
    public void EndLastRound(bool hasNewRun)
    {
        if (_current is null)
        {
            return;
        }

        var document = hasNewRun ? _current() : null;
        if (document is null || !BenchmarkSummaries.AreDecided(document.Cases, _info, document.Request))
        {
            Rounds = _request.Warmups + SequentialRule.NextCheck(Rounds - _request.Warmups);
        }
    }
}
