using System.Threading.Tasks.Sources;

namespace RedisPerf.Core.Targets.Link;

/// <summary>A waiter for one moment after another. It is reused, so that waiting allocates nothing while the clock runs.</summary>
internal sealed class AlarmWaiter : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;

    public ValueTask Begin()
    {
        _source.Reset();
        return new(this, _source.Version);
    }

    public void Signal() => _source.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);
}
