using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Live;

/// <summary>The jobs that other nodes run, as the ledger shows them. While such a job is watched here, its events are published as those of
/// a job of this node, from the runs that are new in the ledger.</summary>
public sealed class JobsElsewhere(JobLedger ledger, Catalogue catalogue, LiveJobs jobs, LiveFeed feed, LiveLists lists, TimeProvider time)
    : IDisposable
{
    private readonly ConcurrentDictionary<Guid, Elsewhere> _jobs = new();
    private readonly SemaphoreSlim _order = new(1, 1);

    /// <summary>Whether another node measures a target of this name.</summary>
    public bool Uses(string target) =>
        _jobs.Values.Any(elsewhere => elsewhere.Job.Request.Targets.Contains(target, StringComparer.OrdinalIgnoreCase));

    /// <summary>Follows a job that is watched now. Called before its snapshot is read: a run in between comes twice rather than never.</summary>
    public Task FollowAsync(Guid id, CancellationToken ct) =>
        ledger.Database.IsShared ? UpdateAsync(id, isSummarized: false, ct) : Task.CompletedTask;

    /// <summary>A watched job that another node runs; null for other jobs.</summary>
    public LiveJob? Find(Guid id) => _jobs.GetValueOrDefault(id)?.Live;

    /// <summary>Reads which jobs run, after changes that were not announced.</summary>
    public async Task RefreshAsync(CancellationToken ct)
    {
        foreach (var id in (await ledger.RunningAsync(ct)).Select(job => job.Id).Union(_jobs.Keys).Union(feed.Watched))
        {
            await UpdateAsync(id, isSummarized: true, ct);
        }
    }

    /// <summary>Reads a job that may have changed, and publishes the changes.</summary>
    /// <param name="id">The job.</param>
    /// <param name="isSummarized">Whether a user may have excluded runs or changed the baseline, so that all of it is read again.</param>
    public async Task UpdateAsync(Guid id, bool isSummarized, CancellationToken ct)
    {
        await _order.WaitAsync(ct);
        try
        {
            if (jobs.Find(id) is { } here)
            {
                _jobs.TryRemove(id, out _);
                if (isSummarized)
                {
                    await here.ReloadAsync(() => ledger.FindAsync(id, ct));
                }

                return;
            }

            var job = await ledger.FindJobAsync(id, ct);
            if (job is { State: JobState.Running })
            {
                await ShowAsync(job, isSummarized, ct);
            }
            else
            {
                await EndAsync(id, job, ct);
            }
        }
        finally
        {
            _order.Release();
        }
    }

    public void Dispose() => _order.Dispose();

    private async Task ShowAsync(Job job, bool isSummarized, CancellationToken ct)
    {
        lists.ShowProgress(job, job.Progress);
        if (!feed.IsWatched(job.Id))
        {
            _jobs[job.Id] = new(job, null);
        }
        else if (_jobs.GetValueOrDefault(job.Id) is { Live: { } live } known && live.Lease == job.Lease)
        {
            // All runs that the job has when it is read again are added before, and so published.
            await known.AddAsync(job, await ledger.RunsAsync(job.Id, known.Round, ct), time.GetUtcNow());
            if (isSummarized)
            {
                await live.ReloadAsync(async () => await ledger.FindAsync(job.Id, ct) is { } read ? known.Skip(read, feed) : null);
            }
        }
        else
        {
            await BeginAsync(job, ct);
        }
    }

    private async Task BeginAsync(Job job, CancellationToken ct)
    {
        var runs = await ledger.RunsAsync(job.Id, ct);
        var live = new LiveJob(job, runs, catalogue.Find(job.Request.Benchmark)?.Info, feed, time, _ => { }, _ => { });
        var elsewhere = new Elsewhere(job, live);
        elsewhere.Skip(runs);
        _jobs[job.Id] = elsewhere;
        live.PublishStart();
    }

    private async Task EndAsync(Guid id, Job? job, CancellationToken ct)
    {
        if (_jobs.TryRemove(id, out var known))
        {
            lists.ShowEnded(id);
        }

        if (job is not { HasEnded: true } || !feed.IsWatched(id))
        {
            return;
        }

        if (known?.Live is not null)
        {
            var now = time.GetUtcNow();
            await known.AddAsync(job, await ledger.RunsAsync(id, known.Round, ct), now);
            await known.Live.RecordAsync(new JobEvent.Ended(job.State, job.Error), now, () => Task.FromResult<Job?>(job));
        }

        feed.Publish(id, LiveEvents.End(job.State, job.Error, job.EndedAt));
    }

    /// <param name="Job">The job as it was read last.</param>
    /// <param name="Live">Its document and its events; null while it is not watched.</param>
    private sealed record Elsewhere(Job Job, LiveJob? Live)
    {
        private readonly HashSet<(CaseKey, int)> _runs = [];
        private JobEnvironment? _environment = Job.Environment;
        private Progress? _progress = Job.Progress;

        /// <summary>The round that is measured now, as far as it is known: further runs are of this or a later round. A job that continues
        /// first measures the missing runs of earlier rounds.</summary>
        public int Round { get; private set; }

        public void Skip(IEnumerable<JobEvent.RunEnded> runs) => _runs.UnionWith(runs.Select(run => (run.Case, run.Run.Round)));

        // A run that ended in between is published here.
        public JobDocument Skip(JobDocument read, LiveFeed feed)
        {
            foreach (var (key, run) in read.Cases.SelectMany(result => result.Runs, (result, run) => (result.Key, run))
                .Where(each => _runs.Add((each.Key, each.run.Round))))
            {
                feed.Publish(read.Id, LiveEvents.RunEnded(key, run));
            }

            return read;
        }

        public async Task AddAsync(Job job, IReadOnlyList<JobEvent.RunEnded> runs, DateTimeOffset now)
        {
            List<JobEvent> events = [];
            if (_environment is null && job.Environment is { } environment)
            {
                _environment = environment;
                events.Add(new JobEvent.Started(environment));
            }

            JobEvent.RunEnded[] added = [.. runs.Where(run => _runs.Add((run.Case, run.Run.Round)))];
            Round = added.Select(run => run.Run.Round).Append(Round).Max();
            events.AddRange(added);
            if (job.Progress is { } progress && progress != _progress)
            {
                _progress = progress;
                events.Add(new JobEvent.Progressed(progress));
            }

            foreach (var next in events)
            {
                await Live!.RecordAsync(next, now, () => Task.FromResult<Job?>(null));
            }
        }
    }
}
