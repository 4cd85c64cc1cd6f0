using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The floor of a benchmark without a lower bound of its strategies: the same work in each job, which uses no server. Its time only shows
/// whether two jobs had the same machine.</summary>
/// <param name="figure">The name of the figure that the benchmark compares instead of the time; null for the time.</param>
public sealed class MachineReference(string? figure) : Case(Info)
{
    // Each part of a step takes about a third of its time. A run takes 0.3 seconds, so the usual five runs with their warm-up take two.
    private const int Steps = 7_000;
    private const int Bytes = 8 << 10;
    private const int Rounds = 7_000;
    private const int Reads = 150;

    /// <summary>More than the cache of a core: 32 MB.</summary>
    private const int Words = 1 << 23;

    private int[] _words = [];
    private (Socket Sender, Socket Receiver)? _sockets;
    private long _received;

    public static StrategyInfo Info { get; } = new("reference", "Machine reference",
        "Fixed work without a server (bytes over a socket, computation, reads from memory): it shows whether the machine changed, and is no limit.",
        typeof(MachineReference))
    {
        IsDefault = false,
        IsFloor = true,
    };

    /// <summary>The work of a run.</summary>
    internal static RunWork Work { get; } = new() { ComputedSeconds = 0.3 };

    /// <summary>It does not use the server that another case starts again.</summary>
    public override bool AllowsRestart => true;

    public override IReadOnlyList<string> SizeOptions => [];

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        Disconnect();
        // Each word is written, so that it has its own memory. The value does not change the place of the next read.
        _words = new int[Words];
        Array.Fill(_words, Words);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var sender = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await sender.ConnectAsync(listener.LocalEndPoint!, ct);
        _sockets = (sender, await listener.AcceptAsync(ct));
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var (start, buffer, place, random) = (Stopwatch.GetTimestamp(), new byte[Bytes], 0, 1u);
        var (sender, receiver) = _sockets!.Value;
        _received = 0;
        for (var step = 0; step < Steps; step++)
        {
            ct.ThrowIfCancellationRequested();
            sender.Send(buffer);
            for (var left = Bytes; left > 0;)
            {
                var count = receiver.Receive(buffer, left, SocketFlags.None);
                if (count == 0)
                {
                    throw new SocketException((int)SocketError.ConnectionReset);
                }

                (left, _received) = (left - count, _received + count);
            }

            for (var round = 0; round < Rounds; round++)
            {
                random ^= random << 13;
                random ^= random >> 17;
                random ^= random << 5;
            }

            // The place of each read depends on the previous one, so that the reads do not overlap.
            for (var read = 0; read < Reads; read++)
            {
                place = ((place * 1_664_525) + 1_013_904_223 + _words[place]) & (Words - 1);
            }

            buffer[0] = (byte)(random + place);
        }

        if (figure is not null)
        {
            context.Work.Measurements[figure] = Stopwatch.GetElapsedTime(start).TotalSeconds / Steps;
        }

        return Task.CompletedTask;
    }

    public override Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_received != (long)Steps * Bytes)
        {
            throw VerificationException.CountDiffers("Bytes of the reference", _received, (long)Steps * Bytes);
        }

        context.Work.Operations = Steps;
        context.Work.Sent(Traffic.None);
        return Task.CompletedTask;
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        Disconnect();
        return Task.CompletedTask;
    }

    private void Disconnect()
    {
        _sockets?.Sender.Dispose();
        _sockets?.Receiver.Dispose();
        (_sockets, _words) = (null, []);
    }
}
