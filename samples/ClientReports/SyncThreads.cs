using RedisPerf.Abstractions;

namespace ClientReports;

/// <summary>https://github.com/StackExchange/StackExchange.Redis/issues/960: several threads share a connection for synchronous SETs and
/// GETs.</summary>
[Strategy("sync-threads", "Synchronous SETs, then GETs, of all keys by each thread, over one connection.",
    Work = "set and get keys on several threads")]
public sealed class SyncThreads : ReportedStrategy
{
    [Option("threads", Minimum = 1, Maximum = 1_000)]
    public int Threads { get; set; } = 10;

    protected override long Operations => 2L * Keys;

    public override Task ExecuteAsync(CustomWork work, RunContext context, CancellationToken ct) => OnThreadsAsync(Threads, thread =>
    {
        var database = Connection().GetDatabase();
        for (var number = thread; number < Keys && !ct.IsCancellationRequested; number += Threads)
        {
            database.StringSet(Key(work, number), Value(number));
            context.ReportReplies(1);
        }

        for (var number = thread; number < Keys && !ct.IsCancellationRequested; number += Threads)
        {
            database.StringGet(Key(work, number));
            context.ReportReplies(1);
        }
    });
}
