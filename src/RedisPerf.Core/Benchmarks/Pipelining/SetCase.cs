using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>A strategy that writes <c>items</c> small values, each to its own key.</summary>
public abstract class SetCase(StrategyInfo strategy, PipeliningWorkload workload, int? batch) : PipeliningCase(strategy, workload, batch)
{
    /// <summary>The work of all these strategies.</summary>
    protected internal const string SharedWork = "set values";

    protected override int Writes => Workload.Pairs.Count;

    protected override long PayloadBytes => (long)Workload.Pairs.Count * Workload.Options.PayloadBytes;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Pairs.Select(pair => pair.Key);

    protected override async Task VerifyAsync(IDatabase database, CancellationToken ct)
    {
        foreach (var pairs in Workload.Pairs.Chunk(1_000))
        {
            var stored = await database.GetManyAsync(Array.ConvertAll(pairs, pair => pair.Key)).WaitAsync(ct);
            foreach (var (pair, value) in pairs.Zip(stored))
            {
                if (value != pair.Value)
                {
                    var name = NumberedKeys.ShortNameOf(pair.Key);
                    throw value.IsNull
                        ? VerificationException.Missing($"The key {name}")
                        : VerificationException.ValueDiffers($"The value of {name}", $"\"{value}\"", $"\"{pair.Value}\"");
                }
            }
        }
    }
}
