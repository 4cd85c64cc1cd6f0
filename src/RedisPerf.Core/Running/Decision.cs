using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Running;

/// <summary>How many rounds a job has: as many as requested, or until each comparison is decided at one of the checks
/// of the <see cref="SequentialRule"/>. A comparison is that of a strategy with the baseline, and of the fastest
/// strategy with the others.</summary>
internal sealed class Decision
{
    // The job as far as it is known here; null when it has all requested rounds.
    private readonly JobTranscript? _transcript;
    private readonly JobControl _control;
    private readonly BenchmarkInfo _info;
    private readonly JobRequest _request;

    /// <param name="finished">The runs that are not measured again.</param>
    /// <param name="control">Passes on what users change.</param>
    public Decision(Job job, BenchmarkInfo info, IEnumerable<JobEvent.RunEnded> finished, JobControl control)
    {
        (_request, _info, _control) = (job.Request, info, control);
        if (job.Request.Until == RunUntil.Decided)
        {
            _transcript = new(job, info);
            foreach (var run in finished)
            {
                Add(run.Case, run.Run);
            }
        }

        Rounds = job.Request.Warmups + (_transcript is null ? job.Request.Runs : NextCheck(0));
    }

    /// <summary>Number of rounds that are certain so far, with warm-ups: all, or those up to the next check.</summary>
    public int Rounds { get; private set; }

    /// <summary>Adds a run of the current round.</summary>
    public void Add(CaseKey key, Run run) => _transcript?.Add(new JobEvent.RunEnded(key, run), DateTimeOffset.UnixEpoch);

    /// <summary>The last certain round has ended. If the check leaves a comparison undecided, the rounds up to the next check follow. The
    /// checks of the rounds from before an interruption, or before rounds were added, are not repeated.</summary>
    /// <param name="hasNewRun">Whether a run of this or an earlier round was measured now.</param>
    public void EndLastRound(bool hasNewRun)
    {
        if (_transcript is not null && !(hasNewRun && IsDecided(_transcript)))
        {
            Rounds = _request.Warmups + NextCheck(Rounds - _request.Warmups);
        }
    }

    // A search makes no false verdict by more checks, and most of its cases end in different rounds.
    private int NextCheck(int rounds) =>
        _info.SearchOf(_request) is null ? SequentialRule.NextCheck(rounds) : Math.Min(rounds + 1, SequentialRule.MaxRounds);

    private bool IsDecided(JobTranscript transcript)
    {
        if (_control.TakeChange() is { } changed)
        {
            transcript.Replace(changed);
        }

        var document = transcript.ToDocument();
        return BenchmarkSummaries.AreDecided(document.Cases, _info, document.Request);
    }
}
