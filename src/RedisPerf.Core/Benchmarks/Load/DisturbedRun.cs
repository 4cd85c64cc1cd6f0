using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Disturbs the server during a run, and records the effect on the run.</summary>
/// <param name="plan">The disturbance.</param>
/// <param name="keys">The keys that it uses.</param>
internal sealed class DisturbedRun(DisturbancePlan plan, DisturbanceKeys keys)
{
    private const int LargeBytes = 10_000_000;

    /// <summary>From the time at which the keys get their expiry to the start of the run: longer than the preparation takes.</summary>
    private static readonly TimeSpan ExpiryLead = TimeSpan.FromSeconds(2);

    /// <summary>The longest wait for a child process of the server.</summary>
    private static readonly TimeSpan ChildLimit = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan ChildInterval = TimeSpan.FromMilliseconds(50);

    // The number of iterations limits the script on a server whose clock stops during a script.
    private const string Script = """
        local first, count = redis.call('TIME'), 0
        repeat
          local now = redis.call('TIME')
          count = count + 1
        until (now[1] - first[1]) * 1000000 + now[2] - first[2] >= 50000 or count > 1000000
        return count
        """;

    private ConnectionMultiplexer? _other;
    private TimelineRecorder? _timeline;
    private SendSchedule? _schedule;
    private DateTime _expiry;
    private Task _disturbing = Task.CompletedTask;
    private long _disturbedAt;
    private int _connectionErrors;
    private int _timeouts;
    private int _replyErrors;

    /// <summary>The writes of the run.</summary>
    public WriteLog Writes { get; } = new(keys.Lists);

    /// <summary>Whether the values that were loaded before the run can be missing.</summary>
    public bool MayLackValues => plan.Kind == LoadDisturbance.Restart;

    /// <summary>Prepares the server before the keys of the run are loaded.</summary>
    public async Task PrepareAsync(CaseContext context, CancellationToken ct)
    {
        await context.Database.UnlinkAsync(keys.All, ct);
        _other = plan.Kind == LoadDisturbance.Value10Mb ? await context.Server.ConnectDirectAsync(ChildLimit, ct) : null;
        if (plan.Kind != LoadDisturbance.Restart)
        {
            return;
        }

        // A server that is started again reads its files: they must not contain the keys of earlier runs.
        await WaitForChildAsync(context, ct);
        if ((await context.Server.SampleAsync(ct)).Identity.GetValueOrDefault("appendonly") == "1")
        {
            await context.Server.ExecuteAsync(ct, "BGREWRITEAOF");
            await WaitForChildAsync(context, ct);
        }

        try
        {
            await context.Server.ExecuteAsync(ct, "SAVE");
        }
        catch (TargetException exception) when (exception.InnerException is TargetRefusalException)
        {
            // Garnet refuses it, and reads no file when it starts. Elements of an earlier run would fail the verification.
        }
    }

    /// <summary>Loads the keys that expire during the run.</summary>
    public async Task LoadAsync(CaseContext context, CancellationToken ct)
    {
        await ForEachExpiringAsync(key => context.Database.StringSetAsync(key, "value"), ct);
        _expiry = DateTime.UtcNow + ExpiryLead + TimeSpan.FromSeconds(plan.At);
        await ForEachExpiringAsync(key => context.Database.KeyExpireAsync(key, _expiry), ct);
    }

    /// <summary>Starts the time of the disturbance with the run.</summary>
    /// <param name="seconds">The time of the run.</param>
    /// <param name="ct">Cancels the disturbance.</param>
    public void Begin(CaseContext context, SendSchedule schedule, double seconds, CancellationToken ct)
    {
        _schedule = schedule;
        _timeline = new(seconds, schedule.Count);
        Writes.Begin(schedule.Count);
        _disturbing = Task.Run(() => DisturbAsync(context, ct), CancellationToken.None);
    }

    /// <summary>Records an operation that is answered now.</summary>
    /// <param name="number">Its 0-based number.</param>
    /// <param name="intended">Its intended send time, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    public void Record(int number, long intended)
    {
        var now = Stopwatch.GetTimestamp();
        _timeline!.Record(number, Seconds(_schedule!.Start, now), Seconds(intended, now));
    }

    /// <summary>Counts an operation that failed.</summary>
    public void AddError(Exception exception) => Interlocked.Increment(
        ref exception is TimeoutException ? ref _timeouts
        : ref exception is RedisException and not RedisConnectionException ? ref _replyErrors : ref _connectionErrors);

    /// <summary>Counts the writes that the server has, and adds the figures and the timeline of the run.</summary>
    /// <param name="sent">Number of operations that were sent.</param>
    /// <param name="end">The end of the run, in the unit of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="valueOf">The value of a write by the number of its operation; null for a read.</param>
    /// <param name="maxValueBytes">The size of the longest value.</param>
    /// <exception cref="VerificationException">The server has an element that the run did not write.</exception>
    public async Task VerifyAsync(
        CaseContext context, int sent, long end, Func<int, ReadOnlyMemory<byte>?> valueOf, int maxValueBytes, CancellationToken ct)
    {
        await _disturbing.WaitAsync(ct);
        await WaitForChildAsync(context, ct);
        var (figures, schedule) = (context.Work.Measurements, _schedule!);
        var writes = await Writes.ReadAsync(context.Database, valueOf, maxValueBytes, ct);
        var timeline = _timeline!.ToTimeline(
            number => Seconds(schedule.Start, schedule.TimeOf(number)), sent, Seconds(schedule.Start, end), plan.Kind.ToWord(),
            Seconds(schedule.Start, _disturbedAt));
        var recovery = Recovery.Of(timeline);
        context.Work.Timeline = timeline;
        figures[DisturbColumns.Acknowledged] = writes.Acknowledged;
        figures[DisturbColumns.Lost] = writes.Lost;
        figures[DisturbColumns.Repeated] = writes.Repeated;
        figures[DisturbColumns.Unconfirmed] = writes.Unconfirmed;
        figures[DisturbColumns.ConnectionErrors] = _connectionErrors;
        figures[DisturbColumns.Timeouts] = _timeouts;
        figures[DisturbColumns.ReplyErrors] = _replyErrors;
        foreach (var (name, value) in ((string, double?)[])[(DisturbColumns.Dip, recovery.Dip), (DisturbColumns.P99Before, recovery.P99Before),
            (DisturbColumns.P99Worst, recovery.P99Worst), (DisturbColumns.Back, recovery.Seconds)])
        {
            if (value is { } known)
            {
                figures[name] = known;
            }
        }
    }

    /// <summary>Closes the connection of the disturbance.</summary>
    public ValueTask CloseAsync() => _other?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task DisturbAsync(CaseContext context, CancellationToken ct)
    {
        // A delay is rounded down to milliseconds, and the disturbance belongs to the interval after its time.
        while (TimeLeft() is var left && left > TimeSpan.Zero)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(left.TotalMilliseconds)), ct);
        }

        _disturbedAt = Stopwatch.GetTimestamp();
        switch (plan.Kind)
        {
            case LoadDisturbance.Bgsave:
                await context.Server.ExecuteAsync(ct, "BGSAVE");
                break;
            case LoadDisturbance.AofRewrite:
                await context.Server.ExecuteAsync(ct, "BGREWRITEAOF");
                break;
            case LoadDisturbance.Lua50Ms:
                await context.Server.ExecuteAsync(ct, "EVAL", Script, "0");
                break;
            case LoadDisturbance.Value10Mb:
                var database = _other!.GetDatabase();
                await database.StringSetAsync(keys.Large, new byte[LargeBytes]);
                await database.StringGetAsync(keys.Large);
                break;
            case LoadDisturbance.Restart:
                context.Server.KillProcess();
                break;
            default:
                break;
        }
    }

    private TimeSpan TimeLeft() => plan.Kind == LoadDisturbance.ExpireStorm
        ? _expiry - DateTime.UtcNow
        : TimeSpan.FromSeconds(plan.At) - Stopwatch.GetElapsedTime(_schedule!.Start);

    // A child process would disturb the next run.
    private static async Task WaitForChildAsync(CaseContext context, CancellationToken ct)
    {
        var started = Stopwatch.GetTimestamp();
        while ((await context.Server.SampleAsync(ct)).IsSaving && Stopwatch.GetElapsedTime(started) < ChildLimit)
        {
            await Task.Delay(ChildInterval, ct);
        }
    }

    private async Task ForEachExpiringAsync(Func<RedisKey, Task> send, CancellationToken ct)
    {
        foreach (var some in keys.Expiring.Chunk(1_000))
        {
            await Task.WhenAll(some.Select(send)).WaitAsync(ct);
        }
    }

    private static double Seconds(long start, long end) => (double)(end - start) / Stopwatch.Frequency;
}
