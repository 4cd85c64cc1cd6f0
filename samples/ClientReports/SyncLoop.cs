using RedisPerf.Abstractions;

namespace ClientReports;

/// <summary>https://github.com/StackExchange/StackExchange.Redis/issues/958: a loop of synchronous SETs and GETs.</summary>
[Strategy("sync-loop", "Synchronous SET and GET of each key, one after another.", Work = "set and get keys on one thread")]
public sealed class SyncLoop : ReportedStrategy
{
    protected override long Operations => 2L * Keys;

    public override Task ExecuteAsync(CustomWork work, RunContext context, CancellationToken ct) => OnThreadsAsync(1, _ =>
    {
        var database = Connection().GetDatabase();
        for (var number = 0; number < Keys && !ct.IsCancellationRequested; number++)
        {
            database.StringSet(Key(work, number), Value(number));
            if (database.StringGet(Key(work, number)) != Value(number))
            {
                throw new InvalidDataException($"The value of key {number} is wrong.");
            }

            context.ReportReplies(2);
        }
    });
}
