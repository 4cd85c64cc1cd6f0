using System.Collections.Concurrent;
using System.Threading.Channels;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Live;

/// <summary>What every open page shows: the running job with its progress, and whether the lists of jobs have changed since the page was
/// loaded. It has no content of the lists: a page that shows a list loads it again.</summary>
public sealed class LiveLists
{
    private readonly ConcurrentDictionary<Watcher, byte> _watchers = new();

    // A page that was loaded before a restart of the program has another version.
    private long _version = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();

    private readonly ConcurrentDictionary<Guid, RunningNow> _running = new();

    /// <summary>Differs after each start of the program.</summary>
    public string Instance { get; } = Guid.NewGuid().ToString("N")[..8];

    /// <summary>The job that runs now, of several on different nodes the oldest; null when no job runs.</summary>
    public RunningNow? Running => _running.Values.MinBy(running => running.Id);

    /// <summary>Number of jobs that run now, on all nodes.</summary>
    public int RunningCount => _running.Count;

    /// <summary>Increases with every change of a list.</summary>
    public long Version => Interlocked.Read(ref _version);

    /// <summary>A job was queued, has ended, or was changed or deleted.</summary>
    public void Change()
    {
        Interlocked.Increment(ref _version);
        Wake();
    }

    /// <summary>A job has started, or made progress.</summary>
    public void ShowProgress(Job job, Progress? progress)
    {
        var isNew = !_running.ContainsKey(job.Id);
        _running[job.Id] = RunningNow.Of(job, progress);
        if (isNew)
        {
            Change();
        }
        else
        {
            Wake();
        }
    }

    /// <summary>A job no longer runs.</summary>
    public void ShowEnded(Guid id)
    {
        _running.TryRemove(id, out _);
        Change();
    }

    /// <summary>Watches until the result is disposed.</summary>
    public Watcher Watch()
    {
        var watcher = new Watcher(ended => _watchers.TryRemove(ended, out _));
        _watchers.TryAdd(watcher, 0);
        return watcher;
    }

    private void Wake()
    {
        foreach (var watcher in _watchers.Keys)
        {
            watcher.Wake();
        }
    }

    /// <summary>One open page. Changes that come faster than it reads are one change.</summary>
    public sealed class Watcher(Action<Watcher> onDispose) : IDisposable
    {
        private readonly Channel<bool> _wake =
            Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

        /// <summary>Waits for the next change.</summary>
        public async Task WaitAsync(CancellationToken ct) => await _wake.Reader.ReadAsync(ct);

        public void Dispose() => onDispose(this);

        internal void Wake() => _wake.Writer.TryWrite(true);
    }
}

/// <summary>The running job, for the navigation.</summary>
/// <param name="Id">The job.</param>
/// <param name="Benchmark">The name of its benchmark.</param>
/// <param name="Title">Its number and its title.</param>
/// <param name="Percent">0 to 100.</param>
/// <param name="SecondsLeft">Null until it is known.</param>
/// <param name="Text">How far it is, in words.</param>
public sealed record RunningNow(Guid Id, string Benchmark, string Title, int Percent, double? SecondsLeft, string Text)
{
    /// <param name="job">A running job.</param>
    /// <param name="progress">Null before the first progress.</param>
    public static RunningNow Of(Job job, Progress? progress)
    {
        var percent = JobText.PercentDone(progress);
        var left = JobText.TimeLeft(progress) is { } time ? $" · {time}" : "";
        return new(job.Id, job.Request.Benchmark, $"#{job.Number} {job.Request.Title}", percent, progress?.SecondsLeft,
            $"{job.Request.Benchmark} {percent}%{left}");
    }
}
