using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>One HSET per field, pipelined: the next command does not wait for the previous reply.</summary>
public sealed class Batch(InsertWorkload workload) : InsertCase(Info, workload)
{
    public static StrategyInfo Info { get; } = new("batch", "Batch", "One HSET per field, pipelined with bounded bytes in flight.", typeof(Batch))
    {
        UseIt = InsertSnippets.Batch,
    };

    protected override Traffic Traffic => InsertTraffic.OfHsets(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Options.WindowBytes);
        foreach (var field in Workload.Fields)
        {
            var reply = context.Database.HashSetAsync(field.Key, field.Name, field.Payload);
            await window.AddAsync(reply, field.Payload.Length, ct);
        }

        await window.DrainAsync(ct);
    }
}
