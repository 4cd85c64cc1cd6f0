using System.Diagnostics;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Threading.Channels;

namespace RedisPerf.Core.Targets.Link;

/// <summary>Forwards one direction of one connection: reads bytes, determines when they leave, and sends them at that moment and in their
/// order. When the link is full, it reads nothing, and the sender waits.</summary>
internal sealed class LinkPump(LinkDirection direction, LinkMemory memory, Alarm? alarm)
{
    private readonly Pipe _bytes = new(new PipeOptions(
        memory,
        readerScheduler: PipeScheduler.Inline,
        // Not on the alarm's thread, which has others to wake.
        writerScheduler: PipeScheduler.ThreadPool,
        pauseWriterThreshold: direction.Capacity,
        resumeWriterThreshold: direction.Resume,
        minimumSegmentSize: LinkMemory.BlockBytes,
        useSynchronizationContext: false));

    // The bytes and the moment at which they leave. An element without bytes is the end of the stream.
    private readonly Channel<Departure> _departures = Channel.CreateUnbounded<Departure>(
        new() { SingleReader = true, SingleWriter = true, AllowSynchronousContinuations = true });

    private readonly AlarmWaiter _waiter = new();

    /// <summary>Ends with the stream.</summary>
    /// <exception cref="SocketException">The connection is broken.</exception>
    public async Task ReceiveAsync(Socket from, CancellationToken ct)
    {
        try
        {
            int received;
            do
            {
                var room = _bytes.Writer.GetMemory();
                received = await from.ReceiveAsync(room[..Math.Min(room.Length, direction.Read)], SocketFlags.None, ct).ConfigureAwait(false);
                _bytes.Writer.Advance(received);
                _departures.Writer.TryWrite(new(received, direction.LeaveAt(received)));
                await _bytes.Writer.FlushAsync(ct).ConfigureAwait(false);
            }
            while (received > 0);
        }
        finally
        {
            _departures.Writer.Complete();
            await _bytes.Writer.CompleteAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Ends when the end of the stream was sent.</summary>
    /// <exception cref="SocketException">The connection is broken.</exception>
    public async Task SendOnAsync(Socket to, CancellationToken ct)
    {
        try
        {
            while (await _departures.Reader.WaitToReadAsync(ct).ConfigureAwait(false))
            {
                while (_departures.Reader.TryRead(out var next))
                {
                    if (alarm is not null)
                    {
                        await alarm.UntilAsync(_waiter, next.Moment).ConfigureAwait(false);
                        ct.ThrowIfCancellationRequested();
                    }

                    if (next.Bytes == 0)
                    {
                        to.Shutdown(SocketShutdown.Send);
                        return;
                    }

                    await SendAsync(to, next.Bytes + AlsoDue(), ct).ConfigureAwait(false);
                }
            }
        }
        finally
        {
            await _bytes.Reader.CompleteAsync().ConfigureAwait(false);
        }
    }

    private int AlsoDue()
    {
        var bytes = 0;
        var now = Stopwatch.GetTimestamp();
        while (_departures.Reader.TryPeek(out var next) && next.Bytes > 0 && next.Moment <= now)
        {
            bytes += next.Bytes;
            _departures.Reader.TryRead(out _);
        }

        return bytes;
    }

    private async ValueTask SendAsync(Socket to, int bytes, CancellationToken ct)
    {
        while (bytes > 0)
        {
            var read = await _bytes.Reader.ReadAsync(ct).ConfigureAwait(false);
            var due = read.Buffer.Slice(0, Math.Min(bytes, read.Buffer.Length));
            foreach (var segment in due)
            {
                for (var left = segment; left.Length > 0;)
                {
                    left = left[await to.SendAsync(left, SocketFlags.None, ct).ConfigureAwait(false)..];
                }
            }

            bytes -= (int)due.Length;
            _bytes.Reader.AdvanceTo(due.End);
        }
    }

    private readonly record struct Departure(int Bytes, long Moment);
}
