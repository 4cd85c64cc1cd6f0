using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.HgetDecode;

[Strategy("hget", "One HGET per field without a codec, in pipes that end at the bytes in flight.")]
public sealed class Hget : HgetDecodeStrategy
{
    // The replies of a pipe are in memory together.
    private const int MaxCommands = 1_000;

    private CSRedisClient? _client;
    private TextField[] _fields = [];

    public override Task SetupAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        (_client, _fields) = (Connection.Open(context), TextWork.Of(work));
        return Task.CompletedTask;
    }

    public override Task ExecuteAsync(HgetDecodeWork work, RunContext context, CancellationToken ct)
    {
        var next = 0;
        var pipes = new Pipes(_client!, context, MaxCommands, documents =>
        {
            foreach (var document in documents)
            {
                work.Add(next++, (byte[]?)document);
            }
        });
        for (var at = 0; at < _fields.Length; at++)
        {
            _ = pipes.Next(work.Fields[at].StoredBytes).HGet<byte[]>(_fields[at].Key, _fields[at].Name);
            ct.ThrowIfCancellationRequested();
        }

        pipes.End();
        return Task.CompletedTask;
    }
}
