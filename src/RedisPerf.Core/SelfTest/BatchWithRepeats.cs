using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Measuring;

namespace RedisPerf.Core.SelfTest;

/// <summary>The strategy <c>batch</c>, but that every tenth field is written a second time: the hashes end up alike, the work is a tenth more.</summary>
internal sealed class BatchWithRepeats(StrategyInfo strategy, InsertWorkload workload) : InsertCase(strategy, workload)
{
    private const int Every = 10;

    protected override long Writes => Options.Items + Repeats;

    protected override Traffic Traffic => Traffic.Of(
        InsertTraffic.OfHsets(Workload).Bytes + Enumerable.Range(0, Options.Items).Where(IsRepeated).Sum(index => InsertTraffic.OfHset(Workload.Field(index), Options.PayloadBytes)),
        ("hset", Writes));

    private int Repeats => Options.Items / Every;

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        var index = 0;
        foreach (var field in Workload.Fields)
        {
            var reply = context.Database.HashSetAsync(field.Key, field.Name, field.Payload);
            await window.AddAsync(reply, field.Payload.Length, ct);
            if (IsRepeated(index++))
            {
                var again = context.Database.HashSetAsync(field.Key, field.Name, field.Payload);
                await window.AddAsync(again, field.Payload.Length, ct);
            }
        }

        await window.DrainAsync(ct);
    }

    private static bool IsRepeated(int index) => index % Every == Every - 1;
}
