using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.CompareAndSet;

/// <summary>The code of the strategies of <c>compare-and-set</c> for a program of a user.</summary>
public static class CompareAndSetSnippets
{
    private const string Given = "IDatabase db, RedisKey key, Func<RedisValue, RedisValue> change";
    private const string Unbounded = "The number of attempts is not bounded: with many writers, an update can take long.";

    public static Snippet WatchMulti { get; } = Snippet.Of(
        Given,
        """
        #pragma warning disable SER301 // For servers without SET IFEQ.
        bool isWritten;
        do
        {
            var value = await db.StringGetAsync(key);
            var transaction = db.CreateTransaction();
            transaction.AddCondition(Condition.StringEqual(key, value));
            _ = transaction.StringSetAsync(key, change(value));
            isWritten = await transaction.ExecuteAsync();
        }
        while (!isWritten);
        """,
        "Each attempt takes three round trips.",
        Unbounded);

    public static Snippet Lua { get; } = Snippet.Of(
        Given,
        """
        const string script = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end " +
            "redis.call('SET', KEYS[1], ARGV[2]) return 1";
        RedisValue value;
        do
        {
            value = await db.StringGetAsync(key);
        }
        while (!(bool)await db.ScriptEvaluateAsync(script, [key], [value, change(value)]));
        """,
        "The key must exist, and the server must allow scripts.",
        Unbounded);

    public static Snippet SetIfeq { get; } = Snippet.Of(
        Given,
        """
        #pragma warning disable SER002 // The client can still change this condition.
        RedisValue value, next;
        do
        {
            value = await db.StringGetAsync(key);
            next = change(value);
        }
        while (!await db.StringSetAsync(key, next, Expiration.Default, ValueCondition.Equal(value)));
        """,
        "The key must exist, and the server must support SET with IFEQ (COMMAND DOCS set).",
        "StackExchange.Redis marks the condition as experimental: a later version can change it.",
        Unbounded);

    public static Snippet Naive { get; } = Snippet.Of(
        Given,
        """
        var value = await db.StringGetAsync(key);
        await db.StringSetAsync(key, change(value));
        """,
        "Updates of other writers between GET and SET are lost. Use it only where a key has one writer.");
}
