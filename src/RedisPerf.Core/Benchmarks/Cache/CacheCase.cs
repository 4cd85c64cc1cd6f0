using System.Diagnostics;
using System.Globalization;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>Measures a strategy of the public contract: instances of an application that read through their caches, while another instance changes
/// values. All instances are in this process, so that one clock gives the age of a stale read.</summary>
/// <param name="create">Creates an object for each instance of a run.</param>
public sealed class CacheCase(StrategyInfo info, CacheWorkload workload, Func<CacheStrategy> create) : Case(info)
{
    /// <summary>Reads at the same time before the clock starts, so that the source does not determine the time.</summary>
    internal const int Warming = 64;

    // A caller whose reads need no reply gives its thread to the others after this time.
    private static readonly long MaxTurn = Stopwatch.Frequency / 5_000;

    private CacheInstance[] _instances = [];
    private CacheInstance? _changer;
    private CacheSource? _source;
    private StaleReads? _staleReads;
    private int _readOnce;
    private int _changes;
    private long? _bytesBefore;
    private VerificationException? _wrong;

    /// <summary>The traffic of a run, from its reads, its reads of the source and its changes; null when it is unknown.</summary>
    public Func<CacheCalls, Traffic>? TrafficOf { get; init; }

    private CacheOptions Options => workload.Options;

    /// <summary>Keys of the run so far, including the keys that are read once.</summary>
    private int KeyCount => Options.Keys + Volatile.Read(ref _readOnce);

    public override IEnumerable<RedisKey> WrittenKeys
    {
        get
        {
            var instance = _changer ?? new(create());
            return workload.NamesOf(KeyCount).Select(name => (RedisKey)instance.StoredNameOf(name));
        }
    }

    /// <summary>One for each instance.</summary>
    public override int Connections => Options.Instances + 1;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_source, _staleReads, _readOnce, _changes, _wrong) = (new(workload), new(Options.Keys, workload.Changes), 0, 0, null);
        _instances = [.. Enumerable.Range(0, Options.Instances).Select(_ => new CacheInstance(create()))];
        _changer = new(create());
        await context.Database.UnlinkAsync(WrittenKeys, ct);
        foreach (var (number, instance) in _instances.Append(_changer).Index())
        {
            await instance.SetupAsync(workload.CreateWork(_source), number == 0 ? context : ContextOf(number, context), ct);
        }

        // The first instance fills the cache on the server, then each has the values in its own memory.
        foreach (var instance in _instances)
        {
            await ReadAllAsync(instance, ct);
        }

        _source.ResetCounts();
        _bytesBefore = await ReadBytesAsync(context, ct);
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var end = Stopwatch.GetTimestamp() + (long)(Options.SecondsPerRun * Stopwatch.Frequency);
        // A thread of the pool that waits would delay the callers.
        var changing = Task.Factory.StartNew(() => Change(end, ct), ct, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        var callers =
            from number in Enumerable.Range(0, Options.Instances * Options.Callers)
            select Task.Run(() => CallAsync(number, end, context.Replies, ct), ct);
        await Task.WhenAll([.. callers, changing]);
    }

    public override async Task CountAsync(CaseContext context, CancellationToken ct)
    {
        if (await ReadBytesAsync(context, ct) - _bytesBefore is { } bytes)
        {
            context.Work.Measurements[CacheColumns.ServerBytes] = bytes;
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_wrong is not null)
        {
            throw _wrong;
        }

        var (work, source, reads) = (context.Work, _source!, _instances.Sum(instance => instance.Latencies.Count));
        if (reads == 0)
        {
            throw VerificationException.CountDiffers("Reads of the run", 0, 1);
        }

        (work.Operations, work.PayloadBytes) = (reads, reads * Options.PayloadBytes);
        Measure(work, reads, source);
        if (TrafficOf is { } traffic)
        {
            work.Sent(traffic(new(reads, source.Calls, _changes)));
        }

        work.Measurements[CacheColumns.KeysLeftStale] = await CountLeftStaleAsync(context, ct);
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await context.Database.UnlinkAsync(WrittenKeys, ct);
        foreach (var instance in _instances.Append(_changer).OfType<CacheInstance>())
        {
            await instance.TeardownAsync(ct);
        }

        (_instances, _changer) = ([], null);
    }

    private static CaseContext ContextOf(int number, CaseContext context) =>
        new([context.Connections[number]], context.Server) { Replies = context.Replies };

    private static async Task<long?> ReadBytesAsync(CaseContext context, CancellationToken ct) =>
        await context.Server.SampleAsync(ct) is var sample ? sample.NetInputBytes + sample.NetOutputBytes : null;

    private async Task ReadAllAsync(CacheInstance instance, CancellationToken ct)
    {
        foreach (var keys in Enumerable.Range(0, Options.Keys).Chunk(Warming))
        {
            await Task.WhenAll(keys.Select(async key =>
            {
                var work = workload.CreateWork(_source!);
                work.Key = workload.KeyOf(key);
                await instance.ReadAsync(work, ct);
                Check(key, work.Read);
            }));
        }
    }

    // Reads until the end of the run, each after the reply to the previous one.
    private async Task CallAsync(int caller, long end, ReplyCounter replies, CancellationToken ct)
    {
        var (instance, keys) = (_instances[caller % _instances.Length], new CacheKeys(Options, caller));
        var (work, turn) = (workload.CreateWork(_source!), Stopwatch.GetTimestamp());
        while (Stopwatch.GetTimestamp() is var start && start < end)
        {
            if (start - turn > MaxTurn)
            {
                ct.ThrowIfCancellationRequested();
                // Reads from memory have no reply, and the run is not stalled.
                replies.Add(1);
                await Task.Yield();
                turn = start = Stopwatch.GetTimestamp();
            }

            var key = keys.Next() ?? (Options.Keys + Interlocked.Increment(ref _readOnce) - 1);
            work.Key = workload.KeyOf(key);
            var expected = _staleReads!.Expected(key);
            await instance.ReadAsync(work, ct);
            instance.Latencies.Record(Stopwatch.GetTimestamp() - start);
            if (Check(key, work.Read) is { } version && _staleReads.AgeOf(key, expected, version, start) is { } age)
            {
                instance.Ages.Record(age);
            }
        }
    }

    private void Change(long end, CancellationToken ct)
    {
        var (work, start) = (workload.CreateWork(_source!), Stopwatch.GetTimestamp());
        foreach (var (number, key) in workload.Changes.Index())
        {
            var due = TimeSpan.FromSeconds((double)number / Options.WritesPerSecond) - Stopwatch.GetElapsedTime(start);
            if (due > TimeSpan.Zero && ct.WaitHandle.WaitOne(due))
            {
                ct.ThrowIfCancellationRequested();
            }

            if (Stopwatch.GetTimestamp() >= end)
            {
                return;
            }

            var version = _source!.Change(key);
            work.Key = workload.KeyOf(key);
            work.NewValue = Options.OnChange == CacheChange.Set ? workload.ValueOf(key, version) : null;
            _changer!.ChangeAsync(work, ct).GetAwaiter().GetResult();
            _staleReads!.Acknowledge(key, Stopwatch.GetTimestamp());
            _changes++;
        }
    }

    // The version of a value that was read; null when it is wrong.
    private int? Check(int key, ReadOnlyMemory<byte> value)
    {
        var version = workload.VersionOf(key, value.Span);
        if (version is null || version < 0 || version > _source!.VersionOf(key))
        {
            _wrong ??= VerificationException.ValueDiffers(
                string.Create(CultureInfo.InvariantCulture, $"The value of {key:D7}"),
                string.Create(CultureInfo.InvariantCulture, $"{value.Length:N0} bytes{(version is { } wrong ? $", version {wrong}" : "")}"),
                "a version of this value that the source has or had");
            return null;
        }

        return version;
    }

    private void Measure(WorkDone work, long reads, CacheSource source)
    {
        var (latencies, ages) = (new LatencyHistogram(), new LatencyHistogram());
        foreach (var instance in _instances)
        {
            latencies.Add(instance.Latencies);
            ages.Add(instance.Ages);
        }

        work.Measurements[CacheColumns.StaleShare] = (double)ages.Count / reads;
        work.Measurements[CacheColumns.SourceShare] = (double)source.Calls / reads;
        work.Measurements[CacheColumns.Changes] = _changes;
        if (ages.Max is { } oldest)
        {
            work.Measurements[CacheColumns.StaleMax] = oldest;
        }

        if (source.Versions > 0)
        {
            work.Measurements[CacheColumns.ReadsPerVersion] = (double)source.Calls / source.Versions;
        }

        work.AddPercentiles(latencies, CacheColumns.Percentiles);
        work.AddPercentiles(ages, [(CacheColumns.StaleMedian, 0.5)]);
    }

    // A new instance has no values in its memory, so it returns those on the server.
    private async Task<int> CountLeftStaleAsync(CaseContext context, CancellationToken ct)
    {
        var (instance, work, count) = (new CacheInstance(create()), workload.CreateWork(_source!), 0);
        try
        {
            await instance.SetupAsync(work, context, ct);
            for (var key = 0; key < Options.Keys; key++)
            {
                work.Key = workload.KeyOf(key);
                await instance.ReadAsync(work, ct);
                count += Check(key, work.Read) < _source!.VersionOf(key) ? 1 : 0;
            }
        }
        finally
        {
            await instance.TeardownAsync(ct);
        }

        return _wrong is null ? count : throw _wrong;
    }
}
