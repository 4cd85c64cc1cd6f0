using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>One unbounded batch: a task for each of the 30,000 writes, all sent at once. The .NET strings are encoded inside the clock.</summary>
public sealed class BatchAsPublished(InsertWorkload workload) : AsPublishedInsert(Info, workload)
{
    public static StrategyInfo Info { get; } = new(
        "batch-as-published", "Batch, as published", "One unbounded batch of .NET strings, with a task for each write.", typeof(BatchAsPublished))
    {
        AsPublished = true,
        IsDefault = false,
    };

    protected override Traffic Traffic => InsertTraffic.OfHsets(Workload);

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var batch = context.Database.CreateBatch();
        var tasks = new List<Task>();
        for (var index = 0; index < Workload.Items; index++)
        {
            var field = Workload.Field(index);
            tasks.Add(batch.HashSetAsync(field.Key, field.Name, Workload.Text(index)));
        }

        batch.Execute();
        Task.WaitAll(tasks, ct);
        return Task.CompletedTask;
    }
}
