using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Tests.Targets.Link;

public class RelayTests
{
    public static TheoryData<double, double> Links => new() { { 0, 0 }, { 3, 0 }, { 0, 200 }, { 2, 400 } };

    [Theory]
    [MemberData(nameof(Links))]
    public async Task Bytes_arrive_as_they_were_sent_in_both_directions(double roundTrip, double bandwidth)
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = roundTrip, LinkBandwidth = bandwidth });
        var (there, back) = (RandomNumberGenerator.GetBytes(3_000_001), RandomNumberGenerator.GetBytes(2_000_003));

        var atServer = ReceiveAllAsync(ends.Server);
        var atClient = ReceiveAllAsync(ends.Client);
        await Task.WhenAll(SendAsync(ends.Client, there), SendAsync(ends.Server, back));

        (await atServer).AsSpan().SequenceEqual(there).ShouldBeTrue();
        (await atClient).AsSpan().SequenceEqual(back).ShouldBeTrue();
    }

    [Fact]
    public async Task Small_pieces_arrive_in_their_order_and_none_before_its_time()
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 8 });
        var buffer = new byte[1];
        for (byte piece = 0; piece < 20; piece++)
        {
            var sent = Stopwatch.GetTimestamp();
            await ends.Client.SendAsync(new[] { piece }, Ct);
            (await ends.Server.ReceiveAsync(buffer, Ct)).ShouldBe(1);

            Stopwatch.GetElapsedTime(sent).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(4);
            buffer[0].ShouldBe(piece);
        }
    }

    [Fact]
    public async Task Throughput_stays_below_the_bandwidth()
    {
        const int bytes = 500_000;
        await using var ends = await Ends.OpenAsync(new() { LinkBandwidth = 10 });

        var started = Stopwatch.GetTimestamp();
        var received = ReceiveAllAsync(ends.Server);
        await SendAsync(ends.Client, new byte[bytes]);

        (await received).Length.ShouldBe(bytes);
        Stopwatch.GetElapsedTime(started).TotalSeconds.ShouldBeGreaterThanOrEqualTo(bytes * 8 / 10e6 * 0.999);
    }

    [Fact]
    public async Task Several_connections_share_the_bandwidth()
    {
        const int bytes = 150_000;
        await using var ends = await Ends.OpenAsync(new() { LinkBandwidth = 10 });
        await using var others = await ends.AnotherAsync();

        var started = Stopwatch.GetTimestamp();
        var received = Task.WhenAll(ReceiveAllAsync(ends.Server), ReceiveAllAsync(others.Server));
        await Task.WhenAll(SendAsync(ends.Client, new byte[bytes]), SendAsync(others.Client, new byte[bytes]));
        await received;

        Stopwatch.GetElapsedTime(started).TotalSeconds.ShouldBeGreaterThanOrEqualTo(2 * bytes * 8 / 10e6 * 0.999);
    }

    [Fact]
    public async Task A_sender_waits_when_the_other_end_takes_nothing()
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 1 });
        ends.Client.SendTimeout = 0;
        var sent = 0L;

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        limit.CancelAfter(TimeSpan.FromSeconds(3));
        await Should.ThrowAsync<OperationCanceledException>(async () =>
        {
            for (var chunk = new byte[1 << 20]; ; sent += chunk.Length)
            {
                await SendPlainAsync(ends.Client, chunk, limit.Token);
            }
        });

        // What the link holds, and what four sockets of the system do.
        sent.ShouldBeInRange(1, 80 << 20);
    }

    [Fact]
    public async Task One_direction_can_be_closed_while_the_other_continues()
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 4 });

        await SendAsync(ends.Client, [1, 2, 3]);
        (await ReceiveAllAsync(ends.Server)).ShouldBe([1, 2, 3]);
        await SendAsync(ends.Server, [4, 5]);

        (await ReceiveAllAsync(ends.Client)).ShouldBe([4, 5]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_broken_connection_breaks_on_the_other_side(bool atServer)
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 4 });
        var (breaking, other) = atServer ? (ends.Server, ends.Client) : (ends.Client, ends.Server);

        breaking.Close(0);

        var error = await Should.ThrowAsync<SocketException>(async () => await other.ReceiveAsync(new byte[1], Ct));
        error.SocketErrorCode.ShouldBe(SocketError.ConnectionReset);
    }

    [Fact]
    public async Task Bytes_in_a_cut_link_never_arrive()
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 50, LinkBandwidth = 1 });
        await ends.Client.SendAsync(new byte[100_000], Ct);
        // So that it is on the link, not still in this side's socket.
        (await ends.Server.ReceiveAsync(new byte[1], Ct)).ShouldBe(1);

        await ends.Relay.CloseConnectionsAsync();

        var received = 0;
        await Should.ThrowAsync<SocketException>(async () =>
        {
            while (await ends.Server.ReceiveAsync(new byte[100_000], Ct) is > 0 and var some)
            {
                received += some;
            }
        });
        received.ShouldBeLessThan(90_000);
    }

    [Fact]
    public async Task A_refused_connection_ends_the_clients_connection()
    {
        using var closed = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        closed.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        await using var relay = Relay.Start(closed.LocalEndPoint!, new() { LinkRoundTrip = 1 });
        using var client = new Socket(SocketType.Stream, ProtocolType.Tcp);

        // The connection may end before the client is connected.
        await Should.ThrowAsync<SocketException>(async () =>
        {
            await client.ConnectAsync(relay.EndPoint, Ct);
            await client.ReceiveAsync(new byte[1], Ct);
        });
    }

    [Fact]
    public async Task Disposing_closes_connections_and_the_listener()
    {
        await using var ends = await Ends.OpenAsync(new() { LinkRoundTrip = 50 });
        await ends.Client.SendAsync(new byte[10], Ct);

        await ends.Relay.DisposeAsync();

        await Should.ThrowAsync<SocketException>(async () => await ends.Client.ReceiveAsync(new byte[1], Ct));
        using var late = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await Should.ThrowAsync<SocketException>(async () => await late.ConnectAsync(ends.Relay.EndPoint, Ct));
    }

    // Everything, and the end of the stream.
    private static async Task SendAsync(Socket socket, byte[] bytes)
    {
        await SendPlainAsync(socket, bytes, Ct);
        socket.Shutdown(SocketShutdown.Send);
    }

    private static async Task SendPlainAsync(Socket socket, byte[] bytes, CancellationToken ct)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            sent += await socket.SendAsync(bytes.AsMemory(sent), ct);
        }
    }

    private static async Task<byte[]> ReceiveAllAsync(Socket socket)
    {
        using var all = new MemoryStream();
        var buffer = new byte[64 << 10];
        while (await socket.ReceiveAsync(buffer, Ct) is > 0 and var received)
        {
            all.Write(buffer.AsSpan(0, received));
        }

        return all.ToArray();
    }

    /// <summary>A client's socket and the server's, with a relay between them.</summary>
    private sealed class Ends(Relay relay, Socket listener, Socket client, Socket server) : IAsyncDisposable
    {
        public Relay Relay => relay;

        public Socket Client => client;

        public Socket Server => server;

        public static async Task<Ends> OpenAsync(LinkOptions link)
        {
            var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            return await ConnectAsync(Relay.Start(listener.LocalEndPoint!, link), listener);
        }

        /// <summary>A second connection over the same link.</summary>
        public Task<Ends> AnotherAsync() => ConnectAsync(relay, listener);

        public async ValueTask DisposeAsync()
        {
            await relay.DisposeAsync();
            listener.Dispose();
            client.Dispose();
            server.Dispose();
        }

        private static async Task<Ends> ConnectAsync(Relay relay, Socket listener)
        {
            var client = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await client.ConnectAsync(relay.EndPoint, Ct);
            return new(relay, listener, client, await listener.AcceptAsync(Ct));
        }
    }
}
