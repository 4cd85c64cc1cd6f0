using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>Each SETEX waits for the previous reply: a round trip for every key.</summary>
public sealed class OneByOne(SetWithExpiryWorkload workload) : SetWithExpiryCase(Info, workload, batch: 1)
{
    public static StrategyInfo Info { get; } = new(
        "one-by-one", "SETEX, one by one", "Each SETEX waits for the previous reply.", typeof(OneByOne))
    {
        UseIt = SetWithExpirySnippets.OneByOne,
    };

    protected override Traffic Traffic => SetWithExpiryTraffic.OfSetexs(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var (key, value) in Workload.Pairs)
        {
            await context.Database.StringSetAsync(key, value, Workload.Expiry);
            ct.ThrowIfCancellationRequested();
        }
    }
}
