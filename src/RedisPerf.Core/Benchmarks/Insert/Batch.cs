using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>One HSET for each field, pipelined: the next command does not wait for the last reply.</summary>
public sealed class Batch(InsertWorkload workload) : InsertCase(Info, workload)
{
    public static StrategyInfo Info { get; } = new("batch", "Batch", "Pipelined HSETs, one for each field, bounded in flight.", typeof(Batch));

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
