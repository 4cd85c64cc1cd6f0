using RedisPerf.Abstractions;
using StackExchange.Redis;

namespace ClientReports;

/// <summary>https://github.com/StackExchange/StackExchange.Redis/issues/1194: sets and releases locks in parallel, with a script for the
/// release.</summary>
[Strategy("locks", "SET NX with an expiry and a script that deletes the key, for all locks in parallel.", Work = "set and release locks")]
public sealed class Locks : ReportedStrategy
{
    private const string Release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

    protected override long Operations => 2L * Keys;

    protected override int StoredKeys => 0;

    public override async Task ExecuteAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        var released = await Task.WhenAll(Enumerable.Range(0, Keys).Select(number => UseAsync(Key(work, number))));
        context.ReportReplies(Operations);
        if (released.Contains(false))
        {
            throw new InvalidDataException("A lock was not set or not released.");
        }
    }

    private async Task<bool> UseAsync(string key)
    {
        var set = await Connection().GetDatabase().StringSetAsync(key, "client", TimeSpan.FromMinutes(1), when: When.NotExists);
        var deleted = await Connection().GetDatabase().ScriptEvaluateAsync(Release, [key], ["client"]);
        return set && (int)deleted == 1;
    }
}
