using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace RedisPerf.Core.Codecs;

/// <summary>
/// Encodes numbered values on all cores, ahead of whoever takes them: an encoder waits only when what is ready and not
/// yet taken passes a bound. The values come in the order in which they are ready.
/// </summary>
public sealed class ParallelEncoder : IAsyncDisposable
{
    private readonly Channel<(int Index, byte[] Value)> _ready = Channel.CreateUnbounded<(int, byte[])>(new() { SingleReader = true });
    private readonly SemaphoreSlim _room;
    private readonly CancellationTokenSource _stop;
    private readonly ICodec _codec;
    private readonly Func<int, byte[]> _value;
    private readonly int _count;
    private readonly int _encoders;
    private readonly Task _encoding;
    private int _next = -1;
    private long _ticks;

    private ParallelEncoder(ICodec codec, int count, Func<int, byte[]> value, int ahead, CancellationToken ct)
    {
        _codec = codec;
        _count = count;
        _value = value;
        _room = new(ahead);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        _encoders = Math.Min(Environment.ProcessorCount, count);

        // Threads of their own: on the pool they would leave no thread for the socket's continuations.
        var encoders = Enumerable.Range(0, _encoders).Select(_ => Task.Factory.StartNew(Encode, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        _encoding = Task.WhenAll(encoders).ContinueWith(ended => _ready.Writer.Complete(Reason(ended.Exception)), TaskScheduler.Default);
    }

    /// <summary>Seconds of encoding, averaged over the encoders; complete when all has been read.</summary>
    public double SecondsPerEncoder => Stopwatch.GetElapsedTime(0, Volatile.Read(ref _ticks)).TotalSeconds / _encoders;

    /// <param name="codec">Safe to use from several threads.</param>
    /// <param name="count">Values to encode.</param>
    /// <param name="value">The value with this 0-based number.</param>
    /// <param name="aheadBytes">About how many bytes of values may be encoded and not yet taken.</param>
    /// <param name="ct">Stops encoding.</param>
    public static ParallelEncoder Start(ICodec codec, int count, Func<int, byte[]> value, long aheadBytes, CancellationToken ct)
    {
        var ahead = Math.Clamp(aheadBytes / Math.Max(1, value(0).Length), 2L * Environment.ProcessorCount, 65_536);
        return new(codec, count, value, (int)ahead, ct);
    }

    /// <summary>The encoded values with their numbers; what a codec throws comes out here.</summary>
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

    // The encoder that failed stops the others: its reason, not their being stopped, is the one to tell.
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
                var encoded = _codec.Encode(_value(index));
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
