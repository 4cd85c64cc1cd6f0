using System.Threading.Channels;

namespace RedisPerf.Web.Alerts;

/// <summary>Wakes who waits for work; calls while nobody waits are one call.</summary>
internal sealed class WakeUp
{
    private readonly Channel<bool> _calls = Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

    public void Call() => _calls.Writer.TryWrite(true);

    /// <summary>Ends at a call, or after some time.</summary>
    public async Task WaitAsync(TimeSpan atMost, TimeProvider time, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(atMost, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(ct, limit.Token);
        try
        {
            await _calls.Reader.ReadAsync(both.Token);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            // The time is over: that is an end like the other.
        }
    }
}
