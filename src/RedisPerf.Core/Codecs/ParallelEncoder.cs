using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace RedisPerf.Core.Codecs;

/// <summary>Encodes numbered values on all cores, ahead of the consumer. An encoder waits only when the encoded bytes that are not yet
/// consumed exceed a bound. Values arrive in the order in which they are ready.</summary>
public sealed class ParallelEncoder : IAsyncDisposable
{
    private readonly Channel<(int Index, byte[] Value)> _ready = Channel.CreateUnbounded<(int, byte[])>(new() { SingleReader = true });
    private readonly SemaphoreSlim _room;
    private readonly CancellationTokenSource _stop;
    private readonly Func<int, byte[]> _encode;
    private readonly int _count;
    private readonly Task _encoding;
    private int _next = -1;
    private long _ticks;

    private ParallelEncoder(int count, Func<int, byte[]> encode, int ahead, CancellationToken ct)
    {
        _count = count;
        _encode = encode;
        _room = new(ahead);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        Encoders = Math.Min(Environment.ProcessorCount, count);

        // Dedicated threads: on the pool they would leave no thread for the socket's continuations.
        var encoders = Enumerable.Range(0, Encoders)
            .Select(_ => Task.Factory.StartNew(Encode, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        _encoding = Task.WhenAll(encoders).ContinueWith(ended => _ready.Writer.Complete(Reason(ended.Exception)), TaskScheduler.Default);
    }

    /// <summary>Number of encoders that run in parallel.</summary>
    public int Encoders { get; }

    /// <summary>Seconds of encoding, averaged over the encoders; complete after all values are read.</summary>
    public double SecondsPerEncoder => Stopwatch.GetElapsedTime(0, Volatile.Read(ref _ticks)).TotalSeconds / Encoders;

    /// <param name="count">Number of values to encode.</param>
    /// <param name="encode">Returns the encoded value for a 0-based number. Several threads call it at the same time.</param>
    /// <param name="valueBytes">Size of a value before it is encoded.</param>
    /// <param name="aheadBytes">Approximate limit of encoded bytes that are not yet consumed.</param>
    /// <param name="ct">Stops encoding.</param>
    public static ParallelEncoder Start(int count, Func<int, byte[]> encode, int valueBytes, long aheadBytes, CancellationToken ct)
    {
        var ahead = Math.Clamp(aheadBytes / Math.Max(1, valueBytes), 2L * Environment.ProcessorCount, 65_536);
        return new(count, encode, (int)ahead, ct);
    }

    /// <summary>The encoded values with their numbers. An exception of <c>encode</c> is thrown here.</summary>
    public async IAsyncEnumerable<(int Index, byte[] Value)> ReadAllAsync([EnumeratorCancellation] CancellationToken ct)
    {
        await foreach (var item in _ready.Reader.ReadAllAsync(ct))
        {
            _room.Release();
            yield return item;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _encoding;
        _stop.Dispose();
        _room.Dispose();
    }

    // The encoder that failed stops the others. Its exception is reported, not their cancellation.
    private static Exception? Reason(AggregateException? failed) =>
        failed?.InnerExceptions.FirstOrDefault(inner => inner is not OperationCanceledException) ?? failed?.InnerException;

    private void Encode()
    {
        long ticks = 0;
        try
        {
            for (int index; (index = Interlocked.Increment(ref _next)) < _count;)
            {
                _room.Wait(_stop.Token);
                var start = Stopwatch.GetTimestamp();
                var encoded = _encode(index);
                ticks += Stopwatch.GetTimestamp() - start;
                _ready.Writer.TryWrite((index, encoded));
            }
        }
        catch
        {
            _stop.Cancel();
            throw;
        }
        finally
        {
            Interlocked.Add(ref _ticks, ticks);
        }
    }
}
