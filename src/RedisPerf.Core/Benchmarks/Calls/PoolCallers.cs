using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>A fixed number of callers. Each call is a work item at the end of the queue of the thread pool, as a request of a web application
/// is; after its reply, its caller queues the next one.</summary>
public abstract class PoolCallers(StrategyInfo strategy, CallsWorkload workload, CallsOptions options) : CallsCase(strategy, workload, options)
{
    public override Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var ended = BeginAsync(ct);
        for (var caller = 0; caller < Callers; caller++)
        {
            Queue(context.Database);
        }

        return ended;
    }

    private void Queue(IDatabase database)
    {
        var queued = Stopwatch.GetTimestamp();
        ThreadPool.UnsafeQueueUserWorkItem(_ => _ = HandleAsync(database, queued), null);
    }

    private async Task HandleAsync(IDatabase database, long queued)
    {
        if (!TryTakeNext(out var key))
        {
            EndCaller();
            return;
        }

        try
        {
            Record(key, await CallAsync(database, Key(key)), queued);
        }
        catch (Exception exception)
        {
            Fail(exception);
        }

        Queue(database);
    }

    /// <summary>Reads the value of a key.</summary>
    protected abstract Task<RedisValue> CallAsync(IDatabase database, RedisKey key);
}
