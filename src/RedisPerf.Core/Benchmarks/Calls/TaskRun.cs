using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>Awaits Task.Run around the synchronous call: another thread of the pool is blocked.</summary>
public sealed class TaskRun(CallsWorkload workload, CallsOptions options) : PoolCallers(Info, workload, options)
{
    public static StrategyInfo Info { get; } = new(
        "task-run", "Task.Run of sync", "Awaits Task.Run around the synchronous call: another thread of the pool is blocked.", typeof(TaskRun))
    {
        UseIt = CallsSnippets.TaskRun,
    };

    protected override Task<RedisValue> CallAsync(IDatabase database, RedisKey key) => Task.Run(() => database.StringGet(key));
}
