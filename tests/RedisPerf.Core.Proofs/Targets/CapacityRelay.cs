using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Proofs.Targets;

/// <summary>A relay to a server of this machine that passes on at most a number of commands per second, as a server with this capacity: further
/// commands wait in their order. All connections share the capacity.</summary>
internal sealed class CapacityRelay : IAsyncDisposable
{
    private readonly int _server;
    private readonly long _gap;
    private readonly FakeServer _relay;
    private readonly Lock _gate = new();
    private long _next;

    /// <param name="server">The port of the server.</param>
    /// <param name="capacity">Commands per second.</param>
    public CapacityRelay(int server, int capacity)
    {
        (_server, _gap) = (server, Stopwatch.Frequency / capacity);
        _relay = new(PassAsync);
    }

    public int Port => _relay.Port;

    public ValueTask DisposeAsync() => _relay.DisposeAsync();

    private async Task PassAsync(NetworkStream client, CancellationToken ct)
    {
        client.Socket.NoDelay = true;
        using var server = new TcpClient { NoDelay = true };
        await server.ConnectAsync(IPAddress.Loopback, _server, ct);
        // A thread, because a timer is late by a millisecond.
        var commands = Task.Factory.StartNew(
            () => PassCommands(client, server.GetStream(), ct), ct, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await Task.WhenAny(commands, server.GetStream().CopyToAsync(client, ct));
    }

    private void PassCommands(NetworkStream client, NetworkStream server, CancellationToken ct)
    {
        var (buffer, length) = (new byte[1 << 20], 0);
        try
        {
            while (client.Read(buffer, length, buffer.Length - length) is > 0 and var read)
            {
                length += read;
                var start = 0;
                for (var end = EndOf(buffer.AsSpan(0, length), start); end > 0; end = EndOf(buffer.AsSpan(0, length), start))
                {
                    Wait(ct);
                    server.Write(buffer, start, end - start);
                    start = end;
                }

                buffer.AsSpan(start, length - start).CopyTo(buffer);
                length -= start;
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or OperationCanceledException)
        {
            // One side has closed the connection.
        }
    }

    private void Wait(CancellationToken ct)
    {
        long time;
        lock (_gate)
        {
            // After a delay of this thread of at most 10 ms, the next commands have no gap, so that it does not lower the capacity.
            time = _next = Math.Max(_next + _gap, Stopwatch.GetTimestamp() - (Stopwatch.Frequency / 100));
        }

        for (var left = time - Stopwatch.GetTimestamp(); left > 0; left = time - Stopwatch.GetTimestamp())
        {
            ct.ThrowIfCancellationRequested();
            ShortSleep.For(left);
        }
    }

    // The end of a command, which is an array of bulk strings; 0 when it is not complete.
    private static int EndOf(ReadOnlySpan<byte> bytes, int start)
    {
        var at = start;
        if (Number(bytes, ref at) is not { } words)
        {
            return 0;
        }

        for (var word = 0; word < words; word++)
        {
            if (Number(bytes, ref at) is not { } length)
            {
                return 0;
            }

            at += length + 2;
        }

        return at <= bytes.Length ? at : 0;
    }

    private static int? Number(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at < bytes.Length ? bytes[at..].IndexOf((byte)'\n') : -1;
        if (end < 0)
        {
            return null;
        }

        var number = int.Parse(bytes.Slice(at + 1, end - 2));
        at += end + 1;
        return number;
    }
}
