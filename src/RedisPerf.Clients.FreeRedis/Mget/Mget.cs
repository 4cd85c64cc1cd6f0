using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Mget;

[Strategy("mget", "One MGET for all keys.", Needs = [Need.SeveralSlots])]
public sealed class Mget : MgetStrategy
{
    private RedisClient? _client;

    public override Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        _client = Connection.Open(context);
        return Task.CompletedTask;
    }

    public override Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        work.Values = _client!.MGet<byte[]?>(TextWork.Of(work.Keys));
        context.ReportReplies(1);
        return Task.CompletedTask;
    }
}
