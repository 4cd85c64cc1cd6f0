using System.Diagnostics;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Measuring;

/// <summary>
/// Waits for work that waits for a server, and no longer than makes sense. Client 1.2.6 gives a command up only when a
/// caller blocks for it: one that is awaited waits for ever for a server that has stalled.
/// </summary>
internal static class StallWatch
{
    private static readonly TimeSpan CancelGrace = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan AbortTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    /// <summary>Does the work on the pool. When it is cancelled or stalls, its connection is cut, so that there is nothing left to wait for.</summary>
    /// <param name="work">What it awaits may come back on the client's reader thread; whoever awaits this does not.</param>
    /// <param name="connection">The one that the work uses.</param>
    /// <param name="responseTimeout">How long the work may go on without a reply over the connection, also when none is owed: the client can lose one.</param>
    /// <param name="ct">Ends the work.</param>
    /// <exception cref="TimeoutException">The server stalled.</exception>
    public static async Task RunAsync(Func<Task> work, IConnectionMultiplexer connection, TimeSpan responseTimeout, CancellationToken ct)
    {
        var working = Task.Run(work, CancellationToken.None);
        try
        {
            await WaitAsync(working, connection, responseTimeout, ct);
            await working;
        }
        finally
        {
            await Task.Yield();
        }
    }

    private static async Task WaitAsync(Task working, IConnectionMultiplexer connection, TimeSpan responseTimeout, CancellationToken ct)
    {
        var (answered, since) = (-1L, Stopwatch.GetTimestamp());
        while (await Task.WhenAny(working, Task.Delay(Look, ct)) != working)
        {
            if (ct.IsCancellationRequested)
            {
                if (await Task.WhenAny(working, Task.Delay(CancelGrace, CancellationToken.None)) != working)
                {
                    await CutAsync(working, connection);
                }

                ct.ThrowIfCancellationRequested();
            }

            var counters = connection.GetCounters().Interactive;
            var now = counters.CompletedAsynchronously + counters.CompletedSynchronously + counters.FailedAsynchronously;
            if (now != answered)
            {
                (answered, since) = (now, Stopwatch.GetTimestamp());
            }
            else if (Stopwatch.GetElapsedTime(since) > responseTimeout)
            {
                await CutAsync(working, connection);
                throw new TimeoutException($"No reply within {responseTimeout.TotalSeconds:0.#} seconds.");
            }
        }
    }

    /// <summary>Closes a connection, or lets go of one that does not close: what was measured over it stands either way.</summary>
    public static async Task CloseAsync(IConnectionMultiplexer connection) =>
        await TargetServer.CloseAsync(connection).WaitAsync(AbortTimeout).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private static async Task CutAsync(Task working, IConnectionMultiplexer connection)
    {
        await CloseAsync(connection);
        await Task.WhenAny(working, Task.Delay(AbortTimeout, CancellationToken.None));
    }
}
