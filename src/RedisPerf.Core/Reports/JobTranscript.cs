using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reports;

/// <summary>Makes a job's document from the runner's events, where there is no ledger to do it.</summary>
public sealed class JobTranscript(Job job, BenchmarkInfo benchmark)
{
    private readonly Dictionary<CaseKey, List<Run>> _runs = [];
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
            case JobEvent.RunEnded(var key, var run):
                if (!_runs.TryGetValue(key, out var runs))
                {
                    _runs[key] = runs = [];
                }

                runs.Add(run);
                break;
            case JobEvent.Ended(var state, var error):
                _job = _job with { State = state, Error = error, EndedAt = now };
                break;
        }
    }

    public JobDocument ToDocument()
    {
        // As the catalogue lists them: the rounds shuffled them.
        var order = benchmark.Strategies.Select((strategy, index) => (strategy.Name, index)).ToDictionary();
        var cases = _runs
            .OrderBy(entry => order[entry.Key.Strategy]).ThenBy(entry => entry.Key.Target).ThenBy(entry => entry.Key.Point)
            .Select(entry => new CaseResult(entry.Key.Strategy, entry.Key.Target, entry.Key.Point, entry.Value, null))
            .ToArray();
        return JobDocument.WithoutCases(_job) with { Cases = Summaries.Of(cases, benchmark.Yardstick, benchmark.Baseline) };
    }
}
