using System.Globalization;
using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The floor: the same fields and bytes in the commands that take the engine the least time, over a bare socket,
/// with the documents sent directly from memory, or over the encryption of a target with TLS. A client that stores the same
/// data is hardly faster.</summary>
/// <param name="workload">The data.</param>
/// <param name="shape">The shape of the commands; null for the cheapest one of the target's engine.</param>
public sealed class Floor(InsertWorkload workload, WriteShape? shape = null) : InsertCase(Info, workload)
{
    // With 128-byte documents, 8,192 fields in one HSET took 1.47 times as long as 2,560 (redisperf calibrate, Redis 7.0.15).
    private const int MaxFieldsPerCommand = 2_500;

    // A connection to each shard of a cluster, with the numbers of the hashes that it stores.
    private readonly List<(RespSocket Socket, int[] Keys)> _shards = [];
    private WriteShape? _shape;

    public static StrategyInfo Info { get; } = new("floor", "The floor",
        "The same bytes in the commands that take the engine the least time, over a bare socket: the lower bound for a client.", typeof(Floor))
    {
        IsDefault = false,
        IsFloor = true,
    };

    protected override Traffic Traffic => InsertTraffic.OfManyFields(Workload, FieldsPerCommand, ["HSET".Length], "hset");

    /// <summary>From the shape and the size of the documents only, so that the floor of an engine is the same in every job
    /// with these documents.</summary>
    private int FieldsPerCommand => Math.Clamp(
        Math.Min(InsertOptions.MaximumBytesPerCall / Workload.MaxPayloadBytes, _shape!.BytesPerCommand / Workload.MeanPayloadBytes), 1,
        MaxFieldsPerCommand);

    /// <summary>Commands in flight.</summary>
    private int MaxCommands => _shape!.WindowBytes is { } bytes ? Math.Max(1, bytes / FieldsPerCommand / Workload.MeanPayloadBytes) : int.MaxValue;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        _shape = shape ?? KnownEngines.CheapestWrites(context.Server.Environment);
        Disconnect();
        for (var shard = 0; shard < context.Server.ShardCount; shard++)
        {
            int[] keys = [.. Enumerable.Range(0, Options.Keys).Where(key => context.Server.ShardOf(Workload.Keys[key]) == shard)];
            _shards.Add((await RespSocket.ConnectAsync(context.Server, shard, ResponseTimeout, ct), keys));
        }
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) =>
        Task.WhenAll(_shards.Select(shard => ExecuteAsync(shard.Socket, shard.Keys, context.Replies, ct)));

    private async Task ExecuteAsync(RespSocket socket, int[] keys, ReplyCounter counter, CancellationToken ct)
    {
        var commands = Workload.ChunkCount(FieldsPerCommand, keys);
        // Not disposed, because the reader may still release it after a failed send.
        var slots = new SemaphoreSlim(Math.Min(commands, MaxCommands));
        var replies = ReadRepliesAsync(socket, commands, slots, counter, ct);
        foreach (var fields in Workload.FieldsOfOneKey(FieldsPerCommand, keys))
        {
            await slots.WaitAsync(ct);
            await socket.SendAsync(Encode(fields), ct);
        }

        await replies;
    }

    // When reading fails, the slots are released, so that a waiting sender fails with the same exception.
    private static async Task ReadRepliesAsync(RespSocket socket, int commands, SemaphoreSlim slots, ReplyCounter counter, CancellationToken ct)
    {
        try
        {
            await socket.ReadRepliesAsync(
                commands,
                replies =>
                {
                    counter.Add(replies);
                    slots.Release(replies);
                },
                ct);
        }
        catch
        {
            slots.Release(commands);
            throw;
        }
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        Disconnect();
        await base.TeardownAsync(context, ct);
    }

    private void Disconnect()
    {
        foreach (var (socket, _) in _shards)
        {
            socket.Dispose();
        }

        _shards.Clear();
    }

    // The payloads are shared, not copied. The bytes around them take a few microseconds per command, so they are
    // created on the fly and the memory does not grow with the job.
    internal static ArraySegment<byte>[] Encode(HashField[] fields)
    {
        var segments = new List<ArraySegment<byte>>((2 * fields.Length) + 1);
        var key = (string)fields[0].Key!;
        var before = $"*{2 + (2 * fields.Length)}\r\n$4\r\nHSET\r\n${Encoding.UTF8.GetByteCount(key)}\r\n{key}\r\n";
        foreach (var field in fields)
        {
            var name = field.Name.ToString(CultureInfo.InvariantCulture);
            segments.Add(Encoding.UTF8.GetBytes($"{before}${name.Length}\r\n{name}\r\n${field.Payload.Length}\r\n"));
            segments.Add(field.Payload);
            before = "\r\n";
        }

        segments.Add("\r\n"u8.ToArray());
        return [.. segments];
    }
}
