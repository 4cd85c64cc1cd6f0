using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The INCRs of a batch are sent together, then all replies are awaited: a round trip for every batch.</summary>
public sealed class IncrementPipelined(PipeliningWorkload workload, int batch) : IncrementCase(Info, workload, batch)
{
    public static StrategyInfo Info { get; } = new("incr-pipelined", "INCR, pipelined",
        "The INCRs of a batch are sent together, then all replies are awaited.", typeof(IncrementPipelined))
    {
        Work = SharedWork,
        UseIt = PipeliningSnippets.IncrementPipelined,
    };

    protected override Traffic Traffic => PipeliningTraffic.OfIncrements(Workload);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var left = Workload.Increments; left > 0; left -= Batch)
        {
            var pipeline = context.Database.CreateBatch();
            var replies = new Task[Math.Min(left, Batch)];
            for (var index = 0; index < replies.Length; index++)
            {
                replies[index] = pipeline.StringIncrementAsync(Workload.Counter);
            }

            pipeline.Execute();
            await Task.WhenAll(replies);
            ct.ThrowIfCancellationRequested();
        }
    }
}
