using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>So many SETs are under way at any time: for each reply that comes the next one is sent.</summary>
public sealed class InFlight(PipeliningWorkload workload, int batch) : SetCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("in-flight", "SET, in flight", "As many SETs under way as a batch has, the next one sent with each reply.", typeof(InFlight));

    protected override Traffic Traffic => PipeliningTraffic.OfSets(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var underWay = new Queue<Task>(Batch);
        foreach (var (key, value) in Workload.Pairs)
        {
            if (underWay.Count == Batch)
            {
                // Replies come in the order of the commands: the oldest is the next to be answered.
                await underWay.Dequeue();
                ct.ThrowIfCancellationRequested();
            }

            underWay.Enqueue(context.Database.StringSetAsync(key, value));
        }

        await Task.WhenAll(underWay);
    }
}
