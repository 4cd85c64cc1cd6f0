using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The code of the strategies of <c>pipelining</c> for a program of a user.</summary>
public static class PipeliningSnippets
{
    private const string Pairs = "IDatabase db, IEnumerable<KeyValuePair<RedisKey, RedisValue>> pairs";
    private const string Counter = "IDatabase db, RedisKey counter, int increments";

    private const string RoundTrip = "Each write takes a round trip.";
    private const string Idle = "The connection is idle while the client waits for the replies of a batch.";
    private const string NotAtomic = "The writes of a batch are not one unit: other clients can see a part of them.";
    private const string Blocks = "Other clients wait while the server executes a batch.";
    private const string OneSlot = "In a cluster, all keys of a batch must have the same hash slot.";

    public static Snippet OneByOne { get; } = Snippet.Of(
        Pairs,
        """
        foreach (var (key, value) in pairs)
        {
            await db.StringSetAsync(key, value);
        }
        """,
        RoundTrip);

    public static Snippet Pipelined { get; } = Snippet.Of<PipeliningOptions>(
        Pairs,
        (options, _) => $$"""
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var batch = db.CreateBatch();
                var replies = Array.ConvertAll(some, pair => batch.StringSetAsync(pair.Key, pair.Value));
                batch.Execute();
                await Task.WhenAll(replies);
            }
            """,
        NotAtomic,
        Idle);

    public static Snippet InFlight { get; } = Snippet.Of<PipeliningOptions>(
        Pairs,
        (options, _) => $$"""
            var replies = new Queue<Task>();
            foreach (var (key, value) in pairs)
            {
                if (replies.Count == {{options.BatchSize:N0}})
                {
                    await replies.Dequeue();
                }

                replies.Enqueue(db.StringSetAsync(key, value));
            }

            await Task.WhenAll(replies);
            """,
        "The writes are not one unit: other clients can see a part of them.",
        "After an error, later writes are already sent.");

    public static Snippet MultiExec { get; } = Snippet.Of<PipeliningOptions>(
        Pairs,
        (options, _) => $$"""
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                var transaction = db.CreateTransaction();
                foreach (var (key, value) in some)
                {
                    _ = transaction.StringSetAsync(key, value);
                }

                await transaction.ExecuteAsync();
            }
            """,
        Blocks,
        OneSlot,
        Idle);

    public static Snippet Mset { get; } = Snippet.Of<PipeliningOptions>(
        Pairs,
        (options, _) => $$"""
            foreach (var some in pairs.Chunk({{options.BatchSize:N0}}))
            {
                await db.StringSetAsync(some);
            }
            """,
        Blocks,
        OneSlot,
        "MSET sets no expiration time.");

    public static Snippet IncrementOneByOne { get; } = Snippet.Of(
        Counter,
        """
        for (var left = increments; left > 0; left--)
        {
            await db.StringIncrementAsync(counter);
        }
        """,
        RoundTrip);

    public static Snippet IncrementPipelined { get; } = Snippet.Of<PipeliningOptions>(
        Counter,
        (options, _) => $$"""
            for (var left = increments; left > 0; left -= {{options.BatchSize:N0}})
            {
                var batch = db.CreateBatch();
                var replies = new Task<long>[Math.Min(left, {{options.BatchSize:N0}})];
                for (var index = 0; index < replies.Length; index++)
                {
                    replies[index] = batch.StringIncrementAsync(counter);
                }

                batch.Execute();
                await Task.WhenAll(replies);
            }
            """,
        NotAtomic,
        Idle);

    public static Snippet IncrementMultiExec { get; } = Snippet.Of<PipeliningOptions>(
        Counter,
        (options, _) => $$"""
            for (var left = increments; left > 0; left -= {{options.BatchSize:N0}})
            {
                var transaction = db.CreateTransaction();
                for (var count = Math.Min(left, {{options.BatchSize:N0}}); count > 0; count--)
                {
                    _ = transaction.StringIncrementAsync(counter);
                }

                await transaction.ExecuteAsync();
            }
            """,
        Blocks,
        Idle);
}
