using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Live;

/// <summary>The jobs that run in this process, and the one way to read a job: from memory while it runs, else from the ledger.</summary>
public sealed class LiveJobs(JobLedger ledger, Catalogue catalogue, LiveFeed feed, LiveLists lists, TimeProvider time)
{
    private readonly ConcurrentDictionary<Guid, LiveJob> _jobs = new();

    /// <summary>Whether a job runs now, on any target.</summary>
    public bool AreMeasuring => !_jobs.IsEmpty || IsAssisting;

    /// <summary>Whether this process measures a share of a job that another node executes.</summary>
    public bool IsAssisting { get; set; }

    /// <summary>The job that runs now; null when no job runs.</summary>
    public LiveJob? Current => _jobs.Values.FirstOrDefault();

    /// <summary>Adds a job that starts now, until the result is disposed.</summary>
    /// <param name="control">Receives what users change.</param>
    /// <param name="finished">The runs of a job that continues; none for a new job.</param>
    public LiveJob Begin(Job job, JobControl control, params IEnumerable<JobEvent.RunEnded> finished)
    {
        var live = new LiveJob(job, finished, catalogue.Find(job.Request.Benchmark)?.Info, feed, time, onChange: control.Change, onDispose: ended =>
        {
            _jobs.TryRemove(new(job.Id, ended));
            lists.ShowEnded(job.Id);
        });
        _jobs[job.Id] = live;
        lists.ShowProgress(job, job.Progress);
        return live;
    }

    /// <summary>The running job of that id; null when it does not run here.</summary>
    public LiveJob? Find(Guid id) => _jobs.GetValueOrDefault(id);

    /// <summary>The job with all its runs and their summaries; null when it does not exist.</summary>
    public async Task<JobDocument?> FindAsync(Guid id, CancellationToken ct)
    {
        if (Find(id) is not { } live)
        {
            return await ledger.FindAsync(id, ct);
        }

        // Users can change these while the job runs.
        return await ledger.FindJobAsync(id, ct) is { } job
            ? live.Document with { Note = job.Note, Starred = job.Starred, Schedule = job.Schedule }
            : null;
    }
}
