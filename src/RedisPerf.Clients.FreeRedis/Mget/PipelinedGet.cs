using FreeRedis;
using RedisPerf.Abstractions;
using RedisPerf.Clients.Text;

namespace RedisPerf.Clients.FreeRedis.Mget;

[Strategy("pipelined-get", "One GET per key, in one pipe.")]
public sealed class PipelinedGet : MgetStrategy
{
    private RedisClient? _client;

    public override Task SetupAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        _client = Connection.Open(context);
        return Task.CompletedTask;
    }

    public override Task ExecuteAsync(MgetWork work, RunContext context, CancellationToken ct)
    {
        using var pipe = _client!.StartPipe();
        foreach (var key in work.Keys)
        {
            _ = pipe.Get<byte[]>(TextWork.Of(key));
        }

        work.Values = Array.ConvertAll(pipe.EndPipe(), value => (byte[]?)value);
        context.ReportReplies(work.Keys.Count);
        return Task.CompletedTask;
    }
}
