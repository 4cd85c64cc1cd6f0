using System.Collections.Concurrent;
using System.Threading.Channels;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Background;

/// <summary>Follows the changes that other processes make in the ledger, for the pages of this one. A ledger of one
/// process reports none.</summary>
internal sealed class ChangeListener(
    JobLedger ledger, JobsElsewhere elsewhere, QueuePositions positions, LiveJobs jobs, LiveLists lists, TimeProvider time,
    ILogger<ChangeListener> logger)
    : BackgroundService
{
    /// <summary>Changes within this time are read once.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(0.1);

    /// <summary>The same while a job runs here: reading takes CPU time on the machine that measures.</summary>
    private static readonly TimeSpan MeasuringPause = TimeSpan.FromSeconds(2);

    /// <summary>With more changes, as from an import, only the running and the watched jobs are read.</summary>
    private const int MaximumJobs = 100;

    private readonly ConcurrentDictionary<Guid, JobChange> _changed = new();
    private readonly Channel<bool> _wake = Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    protected override Task ExecuteAsync(CancellationToken stoppingToken) =>
        Task.WhenAll(RepeatAsync(ListenAsync, stoppingToken), RepeatAsync(UpdateAsync, stoppingToken));

    private Task RepeatAsync(Func<CancellationToken, Task> work, CancellationToken ct) =>
        RepeatedWork.RunAsync(work, "The changes of other nodes", time, logger, ct);

    private Task ListenAsync(CancellationToken ct) => ledger.Database.ListenAsync(Mark, ct);

    private void Mark(Guid id, JobChange change)
    {
        _changed.AddOrUpdate(id, change, (_, before) => before | change);
        _wake.Writer.TryWrite(true);
    }

    private async Task ReadAsync(CancellationToken ct)
    {
        var isMoved = false;
        foreach (var id in _changed.Keys)
        {
            _changed.TryRemove(id, out var change);
            isMoved |= change.HasFlag(JobChange.Moved);
            await (id == LedgerDatabase.AllJobs ? elsewhere.RefreshAsync(ct) : elsewhere.UpdateAsync(id, change.HasFlag(JobChange.Summarized), ct));
        }

        if (isMoved)
        {
            lists.Change();
            await positions.PublishAsync(ct);
        }
    }

    private async Task UpdateAsync(CancellationToken ct)
    {
        while (true)
        {
            await _wake.Reader.ReadAsync(ct);
            await Task.Delay(jobs.AreMeasuring ? MeasuringPause : Pause, time, ct);
            if (_changed.Count > MaximumJobs)
            {
                _changed.Clear();
                _changed[LedgerDatabase.AllJobs] = JobChange.Moved | JobChange.Summarized;
            }

            try
            {
                await ReadAsync(ct);
            }
            catch (LedgerException)
            {
                Mark(LedgerDatabase.AllJobs, JobChange.Moved | JobChange.Summarized);
                throw;
            }
        }
    }
}
