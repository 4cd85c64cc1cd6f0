using Garnet.client;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet.Pipelining;

/// <summary>Writes small values over one connection.</summary>
public abstract class GarnetPipelining : PipeliningStrategy
{
    private GarnetClient? _client;

    public sealed override async Task SetupAsync(PipeliningWork work, RunContext context, CancellationToken ct) =>
        _client = await Connection.OpenAsync(context, ct);

    public sealed override Task ExecuteAsync(PipeliningWork work, RunContext context, CancellationToken ct) =>
        ExecuteAsync(_client!, work, context, ct);

    private protected static void Check(bool isOk)
    {
        if (!isOk)
        {
            throw new InvalidOperationException("The reply to SET is not OK.");
        }
    }

    private protected abstract Task ExecuteAsync(GarnetClient client, PipeliningWork work, RunContext context, CancellationToken ct);
}
