using System.Diagnostics;
using System.Threading.Channels;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running.Sharing;

/// <summary>The two ends of a link within this process.</summary>
internal sealed class ChannelLink(string node, ChannelReader<string> reader, ChannelWriter<string> writer, ChannelWriter<string>? back = null)
    : IWorkerLink
{
    /// <summary>The end of the node that executes the job, and the end of the assistant.</summary>
    public static (ChannelLink First, ChannelLink Assistant) Connect(string assistant)
    {
        var (there, back) = (Channel.CreateUnbounded<string>(), Channel.CreateUnbounded<string>());
        return (new(assistant, back, there, back), new("first", there, back));
    }

    /// <summary>From now on, both ends find that the other node is lost.</summary>
    public void Disconnect()
    {
        writer.TryComplete();
        back?.TryComplete();
    }

    public Task SendAsync(string message, CancellationToken ct) => writer.TryWrite(message) ? Task.CompletedTask : throw Lost();

    public async Task<string?> ReadAsync(CancellationToken ct)
    {
        try
        {
            return await reader.ReadAsync(ct);
        }
        catch (ChannelClosedException)
        {
            throw Lost();
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private TargetException Lost() => new(Reason.Of(ReasonCode.AssistantLost, ("node", node)));
}

/// <summary>The clock of this machine.</summary>
internal sealed class LocalClock : ISharedClock
{
    public Task<ClockReading> ReadAsync(CancellationToken ct)
    {
        var now = Stopwatch.GetTimestamp();
        return Task.FromResult(new ClockReading(now, (long)Stopwatch.GetElapsedTime(0, now).TotalMicroseconds, 0));
    }
}
