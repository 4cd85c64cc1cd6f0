using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>Keeps a constant number of SETs in flight: each reply triggers the next SET.</summary>
public sealed class InFlight(PipeliningWorkload workload, int batch) : SetCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("in-flight", "SET, in flight",
        "A constant number of SETs in flight; each reply triggers the next SET.", typeof(InFlight))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.InFlight,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfSets(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var underWay = new Queue<Task>(Batch);
        foreach (var (key, value) in Workload.Pairs)
        {
            if (underWay.Count == Batch)
            {
                // Replies arrive in command order, so the oldest command is answered next.
                await underWay.Dequeue();
                ct.ThrowIfCancellationRequested();
            }

            underWay.Enqueue(context.Database.StringSetAsync(key, value));
        }

        await Task.WhenAll(underWay);
    }
}
