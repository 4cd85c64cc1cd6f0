using System.Collections.Concurrent;

namespace RedisPerf.Core.Benchmarks.Cache;

/// <summary>The source behind the caches, as a database: it has the current version of each key, and a read takes a known time. Half of that time
/// passes before the version is read and half after it, as on the way to a database and back.</summary>
internal sealed class CacheSource(CacheWorkload workload)
{
    private readonly int[] _versions = new int[workload.Options.Keys];
    private readonly ConcurrentDictionary<(int Key, int Version), bool> _loaded = new();
    private readonly TimeSpan _half = TimeSpan.FromSeconds(workload.Options.SourceSeconds / 2);
    private long _calls;

    /// <summary>Reads since the last reset.</summary>
    public long Calls => Volatile.Read(ref _calls);

    /// <summary>Different versions of keys that were read since the last reset: the reads that are necessary where instances share a cache.</summary>
    public long Versions => _loaded.Count;

    /// <summary>Sets the counts to 0.</summary>
    public void ResetCounts()
    {
        _calls = 0;
        _loaded.Clear();
    }

    /// <summary>The current version of a key; 0 for one that is never changed.</summary>
    public int VersionOf(int key) => key < _versions.Length ? Volatile.Read(ref _versions[key]) : 0;

    /// <summary>Changes a value.</summary>
    /// <returns>Its new version.</returns>
    public int Change(int key) => Interlocked.Increment(ref _versions[key]);

    public async Task<byte[]> LoadAsync(string name, CancellationToken ct)
    {
        var key = workload.NumberOf(name);
        Interlocked.Increment(ref _calls);
        await DelayAsync(ct);
        var version = VersionOf(key);
        _loaded.TryAdd((key, version), true);
        await DelayAsync(ct);
        return workload.ValueOf(key, version);
    }

    private Task DelayAsync(CancellationToken ct) => _half > TimeSpan.Zero ? Task.Delay(_half, ct) : Task.CompletedTask;
}
