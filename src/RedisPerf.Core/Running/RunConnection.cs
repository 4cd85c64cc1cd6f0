using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Running;

/// <summary>The connections of one run. Work over them ends when one of them is lost, when the server stops replying, or
/// when the run is cancelled: the client reconnects by itself, its time-outs depend on the length of the queue, and its
/// commands take no cancellation token.</summary>
internal sealed class RunConnection : IAsyncDisposable
{
    // The client's own connect timeout, five seconds by default, is that of each of two attempts.
    private const int ConnectTimeouts = 3;
    private static readonly TimeSpan MinConnectLimit = TimeSpan.FromSeconds(15);

    private static readonly TimeSpan EndGrace = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan EventTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan AbortTimeout = TimeSpan.FromSeconds(10);

    // Less than AbortTimeout: a user waits for the end of the job, even when the server hangs.
    private static readonly TimeSpan CancelTimeout = TimeSpan.FromSeconds(1.5);

    private readonly TimeSpan _responseTimeout;
    private TimeSpan _closeLimit = AbortTimeout;
    private Task? _closing;
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private readonly IReadOnlyList<ConnectionMultiplexer> _clients;

    // The replies to sockets that are not connections of the client.
    private readonly ReplyCounter _replies = new();

    private RunConnection(IReadOnlyList<ConnectionMultiplexer> clients, TimeSpan responseTimeout)
    {
        _clients = clients;
        _responseTimeout = responseTimeout;
        foreach (var client in clients)
        {
            client.ConnectionFailed += (_, _) =>
            {
                if (!AllowsLoss)
                {
                    _lost.TrySetResult();
                }
            };
        }
    }

    /// <summary>Opens all connections at the same time: to a distant server, each one takes several round trips.</summary>
    /// <param name="connect">Opens one connection with a response time-out.</param>
    /// <param name="count">Number of connections.</param>
    /// <param name="responseTimeout">The maximum time without a reply.</param>
    /// <param name="connectTimeout">That of the client.</param>
    /// <exception cref="TimeoutException">Not all connections were open within 15 seconds, or three times the connect timeout.</exception>
    public static async Task<RunConnection> OpenAsync(
        Func<TimeSpan, CancellationToken, Task<ConnectionMultiplexer>> connect, int count, TimeSpan responseTimeout, TimeSpan connectTimeout,
        CancellationToken ct)
    {
        var maximum = connectTimeout * ConnectTimeouts > MinConnectLimit ? connectTimeout * ConnectTimeouts : MinConnectLimit;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(maximum);
        var connecting = Enumerable.Range(0, count).Select(_ => connect(responseTimeout, limit.Token)).ToArray();
        try
        {
            return new(await Task.WhenAll(connecting), responseTimeout);
        }
        catch (Exception exception)
        {
            await Task.WhenAll(
                connecting.Where(opened => opened.IsCompletedSuccessfully).Select(opened => ClientConnector.CloseAsync(opened.Result)));
            if (exception is OperationCanceledException && !ct.IsCancellationRequested)
            {
                throw new TimeoutException($"No connection within {maximum.TotalSeconds:0} seconds.");
            }

            throw;
        }
    }

    /// <summary>The connections for a call of a case on a server.</summary>
    public CaseContext ContextOf(TargetServer server) => new(_clients, server) { Replies = _replies };

    /// <summary>The names of the connections in the server's list of clients.</summary>
    public IReadOnlyCollection<string> ClientNames => [.. _clients.Select(client => client.ClientName)];

    /// <summary>Whether the client may lose a connection and connect again: the run disturbs its server.</summary>
    public bool AllowsLoss { get; set; }

    /// <summary>Whether work did not end when its connections were closed.</summary>
    public bool IsAbandoned { get; private set; }

    /// <summary>The sum of the stalls of the last work; see <see cref="StallWatch"/>.</summary>
    public TimeSpan Stall { get; private set; }

    /// <summary>Does the work on the thread pool, because as-published code blocks its thread.</summary>
    /// <exception cref="EndOfStreamException">A connection was lost during the work, even when the client reconnected and
    /// the work succeeded.</exception>
    /// <exception cref="TimeoutException">No reply arrived over any connection within the response time-out.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task RunAsync(Func<Task> work, CancellationToken ct)
    {
        var working = Task.Run(work, CancellationToken.None);
        await WaitAsync(working, ct);
        if (working.Exception is { } exception && RedisFailure.Chain(exception).Any(e => e is RedisConnectionException))
        {
            // A command that is queued while the client is disconnected fails before the event is raised.
            await Task.WhenAny(_lost.Task, Task.Delay(EventTimeout, CancellationToken.None));
            ThrowIfLost();
        }

        await working;
        ThrowIfLost();
    }

    /// <summary>Closes the connections at once. It gives up when the client does not close in time: the measurement is complete by then.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing ??= Task.WhenAll(_clients.Select(ClientConnector.CloseAsync));
        await _closing.WaitAsync(_closeLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task WaitAsync(Task working, CancellationToken ct)
    {
        var start = Stopwatch.GetTimestamp();
        var stalls = new StallWatch(CountReplies(), Environment.CpuUsage.TotalTime);
        while (await Task.WhenAny(working, _lost.Task, Task.Delay(StallWatch.Interval, ct)) != working)
        {
            if (ct.IsCancellationRequested || _lost.Task.IsCompleted)
            {
                _closeLimit = ct.IsCancellationRequested ? CancelTimeout : AbortTimeout;
                await EndAsync(working);
                ct.ThrowIfCancellationRequested();
                ThrowIfLost();
            }

            var now = Stopwatch.GetElapsedTime(start);
            stalls.Observe(now, CountReplies(), Environment.CpuUsage.TotalTime);
            if (now - stalls.Since > _responseTimeout)
            {
                await EndAsync(working);
                throw new TimeoutException($"No reply within {_responseTimeout.TotalSeconds:0.#} seconds.");
            }
        }

        Stall = stalls.Sum(Stopwatch.GetElapsedTime(start), CountReplies());
    }

    // Version 3 of the client does not count completed operations.
    private long CountReplies() => _replies.Count + _clients.Select(client => client.GetCounters().Interactive)
        .Sum(counters => counters.OperationCount - counters.SentItemsAwaitingResponse - counters.PendingUnsentItems);

    // Work that honours the token, or whose commands failed with the connection, ends by itself. Any other work ends when
    // the connections are closed.
    private async Task EndAsync(Task working)
    {
        if (await Task.WhenAny(working, Task.Delay(EndGrace, CancellationToken.None)) != working)
        {
            await Task.WhenAll(DisposeAsync().AsTask(), Task.WhenAny(working, Task.Delay(_closeLimit, CancellationToken.None)));
            IsAbandoned |= !working.IsCompleted;
        }
    }

    // The client's exception may be that of a later attempt to connect.
    private void ThrowIfLost()
    {
        if (_lost.Task.IsCompleted)
        {
            throw new EndOfStreamException("The connection was lost during the run.");
        }
    }
}
