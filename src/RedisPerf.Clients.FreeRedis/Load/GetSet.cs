using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Load;

/// <summary>With the asynchronous methods, several connections would execute the operations of a key in any order.</summary>
[Strategy("get-set", "GET and SET with the synchronous methods: one operation at a time.")]
public sealed class GetSet : LoadStrategy
{
    private RedisClient? _client;

    public override Task SetupAsync(LoadWork work, RunContext context, CancellationToken ct)
    {
        _client = Connection.Open(context);
        return Task.CompletedTask;
    }

    public override Task ExecuteAsync(LoadWork work, RunContext context, CancellationToken ct)
    {
        if (work.Value is { } value)
        {
            _client!.Set(TextWork.Of(work.Key), value);
        }
        else
        {
            work.Read = _client!.Get<byte[]?>(TextWork.Of(work.Key));
        }

        context.ReportReplies(1);
        return Task.CompletedTask;
    }
}
