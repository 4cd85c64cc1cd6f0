using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>A strategy that increments one counter: the least work that a command can do.</summary>
public abstract class IncrementCase(StrategyInfo strategy, PipeliningWorkload workload, int? batch) : PipeliningCase(strategy, workload, batch)
{
    /// <summary>The work of all these strategies.</summary>
    protected const string SharedWork = "increment a counter";

    /// <summary>Payload of an increment: an eight-byte value.</summary>
    private const int CounterBytes = sizeof(long);

    protected override int Writes => Workload.Increments;

    protected override long PayloadBytes => (long)Workload.Increments * CounterBytes;

    public override IEnumerable<RedisKey> WrittenKeys => [Workload.Counter];

    protected override async Task VerifyAsync(IDatabase database, CancellationToken ct)
    {
        var value = await database.StringGetAsync(Workload.Counter).WaitAsync(ct);
        if (value != Workload.Increments)
        {
            throw VerificationException.ValueDiffers(
                "The counter", value.IsNull ? "missing" : (string)value!, string.Create(CultureInfo.InvariantCulture, $"{Workload.Increments}"));
        }
    }
}
