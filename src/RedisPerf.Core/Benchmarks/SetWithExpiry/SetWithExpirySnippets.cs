using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.SetWithExpiry;

/// <summary>The code of the strategies of <c>set-with-expiry</c> for a program of a user.</summary>
public static class SetWithExpirySnippets
{
    private const string Pairs = "IDatabase db, IEnumerable<KeyValuePair<RedisKey, RedisValue>> pairs";

    private const string Idle = "The server is idle while the client waits for the replies of a batch.";
    private const string Blocks = "Other clients wait while the server executes a batch.";
    private const string OneSlot = "In a cluster, all keys of a batch must have the same hash slot.";

    public static Snippet OneByOne { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            var expiry = TimeSpan.FromSeconds({{options.ExpirySeconds:N0}});
            foreach (var (key, value) in pairs)
            {
                await db.StringSetAsync(key, value, expiry);
            }
            """,
        "Each key takes a round trip.");

    public static Snippet Batch { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            var expiry = TimeSpan.FromSeconds({{options.ExpirySeconds:N0}});
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var batch = db.CreateBatch();
                var replies = Array.ConvertAll(
                    some, pair => batch.StringSetAsync(pair.Key, pair.Value, expiry));
                batch.Execute();
                await Task.WhenAll(replies);
            }
            """,
        "The writes of a batch are not one unit: other clients can see a part of them.",
        Idle);

    public static Snippet MsetExpire { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            var expiry = TimeSpan.FromSeconds({{options.ExpirySeconds:N0}});
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var batch = db.CreateBatch();
                var written = batch.StringSetAsync(some);
                var replies = Array.ConvertAll(some, pair => batch.KeyExpireAsync(pair.Key, expiry));
                batch.Execute();
                await written;
                await Task.WhenAll(replies);
            }
            """,
        "Keys have no expiry when the program, the connection or the server ends between MSET and EXPIRE.",
        OneSlot,
        Idle);

    public static Snippet MultiExec { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            var expiry = TimeSpan.FromSeconds({{options.ExpirySeconds:N0}});
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var transaction = db.CreateTransaction();
                foreach (var (key, value) in some)
                {
                    _ = transaction.StringSetAsync(key, value, expiry);
                }

                await transaction.ExecuteAsync();
            }
            """,
        Blocks,
        OneSlot,
        Idle);

    public static Snippet Lua { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            const string script =
                "for i, key in ipairs(KEYS) do redis.call('SET', key, ARGV[i], 'EX', ARGV[#ARGV]) end";
            RedisValue seconds = {{options.ExpirySeconds:N0}};
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var keys = Array.ConvertAll(some, pair => pair.Key);
                await db.ScriptEvaluateAsync(script, keys, [.. some.Select(pair => pair.Value), seconds]);
            }
            """,
        "The server must allow scripts.",
        Blocks,
        OneSlot);

    public static Snippet Msetex { get; } = Snippet.Of<SetWithExpiryOptions>(
        Pairs,
        (options, _) => $$"""
            var expiry = TimeSpan.FromSeconds({{options.ExpirySeconds:N0}});
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                await db.StringSetAsync(some, When.Always, expiry);
            }
            """,
        "The server must support MSETEX (COMMAND INFO msetex).",
        Blocks,
        OneSlot,
        "All keys have the same expiry.");
}
