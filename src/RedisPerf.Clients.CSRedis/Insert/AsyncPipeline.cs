using CSRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.CSRedis.Insert;

/// <summary>With the option asyncPipeline, a thread of the library sends what the asynchronous methods added since its last pipe.</summary>
[Strategy("async-pipeline", "One HSET per field with the asynchronous method and asyncPipeline, with bounded bytes in flight.")]
public sealed class AsyncPipeline : InsertStrategy
{
    private CSRedisClient? _client;
    private TextField[] _fields = [];

    public override Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        (_client, _fields) = (Connection.Open(context, isPipelined: true), TextWork.Of(work));
        return Task.CompletedTask;
    }

    public override async Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var field in _fields)
        {
            await window.AddAsync(WriteAsync(field, context), field.Value.Length, ct);
        }

        await window.DrainAsync(ct);
    }

    private async Task WriteAsync(TextField field, RunContext context)
    {
        _ = await _client!.HSetAsync(field.Key, field.Name, field.Value);
        context.ReportReplies(1);
    }
}
