using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Makes a job's document from the runner's events, where there is no ledger to do it.</summary>
public sealed class JobTranscript(Job job, BenchmarkInfo benchmark)
{
    private readonly List<JobEvent.RunEnded> _runs = [];
    private Job _job = job;

    public void Add(JobEvent jobEvent, DateTimeOffset now)
    {
        switch (jobEvent)
        {
            case JobEvent.Started(var environment):
                _job = _job with { State = JobState.Running, StartedAt = now, Environment = environment };
                break;
            case JobEvent.Progressed(var progress):
                _job = _job with { Progress = progress };
                break;
            case JobEvent.RunEnded ended:
                _runs.Add(ended);
                break;
            case JobEvent.Ended(var state, var error):
                _job = _job with { State = state, Error = error, EndedAt = now };
                break;
        }
    }

    public JobDocument ToDocument() => JobDocuments.Create(_job, _runs, benchmark);
}
