namespace RedisPerf.Abstractions;

/// <summary>The server of a run, and what the strategy reports. It is the same object from Setup to Teardown of a run.</summary>
public abstract class RunContext
{
    private readonly List<(object Item, bool IsOwned)> _items = [];

    /// <summary>The server under test.</summary>
    public abstract ServerConnection Server { get; }

    /// <summary>Maximum number of bytes that are sent and not yet answered. <see cref="InFlightWindow"/> keeps it.</summary>
    public abstract long MaxBytesInFlight { get; }

    /// <summary>Reports replies, for a strategy with its own connections. A run without a reply for 30 seconds is stopped.</summary>
    /// <param name="count">Number of replies since the last report.</param>
    public abstract void ReportReplies(long count);

    /// <summary>Reports the encoding of values on the clock, apart from the sending.</summary>
    /// <param name="time">The time of one encoder; with several in parallel, the mean.</param>
    /// <param name="encoders">Number of encoders that ran in parallel.</param>
    public abstract void ReportEncoding(TimeSpan time, int encoders);

    /// <summary>Reports another figure of the run. The JSON of the job has it under <c>figures</c>.</summary>
    /// <param name="name">In camel case: <c>retries</c>.</param>
    /// <param name="value">In base units: seconds, bytes.</param>
    /// <exception cref="ArgumentException">The name was reported before.</exception>
    public abstract void Measure(string name, double value);

    /// <summary>Keeps an object from Setup to Teardown.</summary>
    /// <param name="item">The object: a connection.</param>
    /// <param name="isOwned">Whether an <see cref="IAsyncDisposable"/> is disposed after Teardown.</param>
    public void Add(object item, bool isOwned = true)
    {
        ArgumentNullException.ThrowIfNull(item);
        _items.Add((item, isOwned));
    }

    /// <summary>The last object of a type that was added; null without one.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public T? Find<T>()
        where T : class
    {
        for (var at = _items.Count - 1; at >= 0; at--)
        {
            if (_items[at].Item is T found)
            {
                return found;
            }
        }

        return null;
    }

    /// <summary>Disposes the objects, the last one first. RedisPerf calls it after Teardown.</summary>
    protected async ValueTask DisposeItemsAsync()
    {
        for (var last = _items.Count - 1; last >= 0; last--)
        {
            var (item, isOwned) = _items[last];
            _items.RemoveAt(last);
            if (isOwned && item is IAsyncDisposable disposable)
            {
                await disposable.DisposeAsync().ConfigureAwait(false);
            }
        }
    }
}
