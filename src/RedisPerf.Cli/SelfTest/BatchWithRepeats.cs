using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;

namespace RedisPerf.Cli.SelfTest;

/// <summary>The strategy <c>batch</c>, except that every tenth document of a hash is written twice, the second time to a separate field.
/// Overwriting the same field would be two to three times cheaper than the first write, so it would add less than 10% of work.</summary>
internal sealed class BatchWithRepeats(StrategyInfo strategy, InsertWorkload workload) : InsertCase(strategy, workload)
{
    private const int Every = 10;

    protected override long Writes => Enumerable.Range(0, Options.Keys).Sum(FieldCount);

    protected override Traffic Traffic => Traffic.Of(Written().Sum(write => InsertTraffic.OfHset(write, Options.PayloadBytes)), ("hset", Writes));

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        foreach (var field in Written())
        {
            var reply = context.Database.HashSetAsync(field.Key, field.Name, field.Payload);
            await window.AddAsync(reply, field.Payload.Length, ct);
        }

        await window.DrainAsync(ct);
    }

    protected override int FieldCount(int key) => Workload.FieldCount(key) + (Workload.FieldCount(key) / Every);

    private IEnumerable<HashField> Written()
    {
        foreach (var field in Workload.Fields)
        {
            yield return field;
            if (field.Name % Every == Every - 1)
            {
                yield return field with { Name = Options.Items + field.Name };
            }
        }
    }
}
