namespace RedisPerf.Web.Api;

/// <summary>Waits for the next event of a stream until a ping is due.</summary>
internal static class StreamWait
{
    /// <param name="wait">Waits for the next event.</param>
    /// <param name="pingInterval">The time without an event after which a ping is due.</param>
    /// <param name="ct">Cancelled when the connection ends.</param>
    /// <returns>Whether the wait for the event has ended; false when a ping is due, and at the end.</returns>
    public static async Task<bool> UntilPingAsync(Func<CancellationToken, Task> wait, TimeSpan pingInterval, TimeProvider time, CancellationToken ct)
    {
        using var ping = new CancellationTokenSource(pingInterval, time);
        using var quiet = CancellationTokenSource.CreateLinkedTokenSource(ct, ping.Token);
        try
        {
            await wait(quiet.Token);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
