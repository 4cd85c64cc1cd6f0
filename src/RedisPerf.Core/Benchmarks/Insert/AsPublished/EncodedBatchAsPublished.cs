using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert.AsPublished;

/// <summary>The unbounded batch with an encoder. One core encodes all strings before the first byte is sent.</summary>
public abstract class EncodedBatchAsPublished(StrategyInfo strategy, InsertWorkload workload) : AsPublishedInsert(strategy, workload)
{
    private readonly int[] _encodedLengths = new int[workload.PayloadCount];

    protected override Traffic Traffic => InsertTraffic.OfHsets(Workload, index => SentLength(index));

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var batch = context.Database.CreateBatch();
        var tasks = new List<Task>();
        var encoding = new Stopwatch();
        for (var index = 0; index < Workload.Items; index++)
        {
            ct.ThrowIfCancellationRequested();
            encoding.Start();
            var value = Encode(Workload.Text(index));
            encoding.Stop();
            _encodedLengths[Workload.PayloadOf(index)] = value.Length;
            var field = Workload.Field(index);
            tasks.Add(batch.HashSetAsync(field.Key, field.Name, value));
        }

        batch.Execute();
        Task.WaitAll(tasks, ct);
        ReportEncoding(context.Work, encoding.Elapsed.TotalSeconds, encoders: 1);
        return Task.CompletedTask;
    }

    protected override int SentLength(int index) => _encodedLengths[Workload.PayloadOf(index)];

    protected abstract byte[] Encode(string text);
}
