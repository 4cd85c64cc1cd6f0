using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Core.Targets.Link;

/// <summary>Listens on loopback and forwards every connection to a server over a link with the options' delay and bandwidth. An end that
/// closes or breaks is passed on as such.</summary>
internal sealed class Relay : IAsyncDisposable
{
    private readonly EndPoint _server;
    private readonly LinkDirection _outbound;
    private readonly LinkDirection _inbound;
    private readonly LinkMemory _memory = new();
    private readonly Alarm? _alarm;
    private readonly Socket _listener;
    private readonly Task _listening;
    private readonly CancellationTokenSource _closing = new();
    private readonly Lock _gate = new();
    private readonly Dictionary<CancellationTokenSource, Task> _forwarded = [];
    private bool _isClosed;

    private Relay(EndPoint server, LinkOptions link)
    {
        _server = server;
        (_outbound, _inbound) = (new(link), new(link));
        _alarm = link.IsSimulated ? new() : null;
        _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        _listening = ListenAsync();
    }

    /// <summary>The address to use instead of that of the server.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Without a delay or a limit it sends at once, which measures the relay's own cost.</summary>
    public static Relay Start(EndPoint server, LinkOptions link) => new(server, link);

    /// <summary>Closes every connection; bytes in the link never arrive.</summary>
    /// <returns>Completes when all of them have ended.</returns>
    public async Task CloseConnectionsAsync() => await Task.WhenAll(await BreakAsync().ConfigureAwait(false)).ConfigureAwait(false);

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isClosed, true))
        {
            return;
        }

        await _closing.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _listening.ConfigureAwait(false);
        var broken = await BreakAsync().ConfigureAwait(false);
        if (_alarm is not null)
        {
            // Wakes the waiters.
            await _alarm.DisposeAsync().ConfigureAwait(false);
        }

        await Task.WhenAll(broken).ConfigureAwait(false);
        foreach (var cut in _forwarded.Keys)
        {
            cut.Dispose();
        }

        _memory.Dispose();
        _closing.Dispose();
    }

    private async Task<IReadOnlyList<Task>> BreakAsync()
    {
        KeyValuePair<CancellationTokenSource, Task>[] forwarding;
        lock (_gate)
        {
            Discard();
            forwarding = [.. _forwarded];
        }

        foreach (var (cut, _) in forwarding)
        {
            await cut.CancelAsync().ConfigureAwait(false);
        }

        return [.. forwarding.Select(each => each.Value)];
    }

    private async Task ListenAsync()
    {
        while (!_closing.IsCancellationRequested)
        {
            try
            {
                var near = await _listener.AcceptAsync(_closing.Token).ConfigureAwait(false);
                lock (_gate)
                {
                    Discard();
                    var cut = new CancellationTokenSource();
                    _forwarded.Add(cut, Task.Run(() => ForwardAsync(near, cut)));
                }
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                return;
            }
            catch (SocketException)
            {
                // The client closed its connection, or no socket is free. The client gets the error.
            }
        }
    }

    private void Discard()
    {
        foreach (var (cut, task) in _forwarded.Where(each => each.Value.IsCompleted).ToArray())
        {
            _forwarded.Remove(cut);
            cut.Dispose();
        }
    }

    private async Task ForwardAsync(Socket near, CancellationTokenSource cut)
    {
        using var far = ServerEndPoint.CreateSocket(_server);
        using var _ = near;
        try
        {
            near.NoDelay = true;
            await far.ConnectAsync(_server, cut.Token).ConfigureAwait(false);
            var (there, back) = (new LinkPump(_outbound, _memory, _alarm), new LinkPump(_inbound, _memory, _alarm));
            await Task.WhenAll(
                OrCloseAsync(there.ReceiveAsync(near, cut.Token), cut),
                OrCloseAsync(there.SendOnAsync(far, cut.Token), cut),
                OrCloseAsync(back.ReceiveAsync(far, cut.Token), cut),
                OrCloseAsync(back.SendOnAsync(near, cut.Token), cut)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // Closing without lingering resets the connection, so that the other side gets an error.
            near.Close(0);
            far.Close(0);
        }
    }

    // An error of one task ends the other three.
    private static async Task OrCloseAsync(Task carrying, CancellationTokenSource cut)
    {
        try
        {
            await carrying.ConfigureAwait(false);
        }
        catch (SocketException)
        {
            await cut.CancelAsync().ConfigureAwait(false);
            throw;
        }
    }
}
