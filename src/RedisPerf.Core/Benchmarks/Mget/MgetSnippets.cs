using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The code of the strategies of <c>mget</c> for a program of a user: it reads the values of many keys, in their order.</summary>
public static class MgetSnippets
{
    private const string Keys = "IDatabase db, RedisKey[] keys";

    private const string Blocks = "Other clients wait while the server executes a call with many keys.";
    private const string OneSlot = "In a cluster, all keys of a call must have the same hash slot.";
    private const string Moment = "The values are not of one moment: other clients can write between two commands.";

    public static Snippet Mget { get; } = Of(Keys, "var values = await db.StringGetAsync(keys);", Blocks, OneSlot);

    public static Snippet MgetChunked { get; } = Snippet.Of<MgetOptions>(
        Keys,
        (options, _) => $$"""
            var replies = keys.Chunk({{options.BatchSize:N0}}).Select(chunk => db.StringGetAsync(chunk)).ToList();
            var values = (await Task.WhenAll(replies)).SelectMany(chunk => chunk).ToArray();
            """,
        Moment,
        OneSlot) with
    {
        Result = "values",
    };

    public static Snippet SingleGet { get; } = Of(
        Keys,
        """
        var values = new RedisValue[keys.Length];
        for (var index = 0; index < keys.Length; index++)
        {
            values[index] = await db.StringGetAsync(keys[index]);
        }
        """,
        "Each key takes a round trip.",
        Moment);

    public static Snippet PipelinedGet { get; } = Of(
        Keys,
        "var values = await Task.WhenAll(Array.ConvertAll(keys, key => db.StringGetAsync(key)));",
        "The client has a task and the server a command for each key.",
        Moment);

    public static Snippet Hmget { get; } = Of(
        "IDatabase db, RedisKey hash, RedisValue[] fields",
        "var values = await db.HashGetAsync(hash, fields);",
        "The values must be fields of one hash, which has one expiration time (Redis 7.4 and later: one per field) and is on one shard "
        + "of a cluster.",
        "Other clients wait while the server executes a call with many fields.");

    public static Snippet MgetHashTags { get; } = Of(
        "IDatabase db, string tag, string[] names",
        """
        // The keys were written with the same tag in braces, and a cluster stores them on one shard.
        var keys = Array.ConvertAll(names, name => (RedisKey)("{" + tag + "}:" + name));
        var values = await db.StringGetAsync(keys);
        """,
        "The keys need names with tags, and the keys of a tag are on one shard: a popular tag is not distributed.",
        Blocks);

    public static Snippet MgetPerSlot { get; } = Of(
        Keys,
        """
        var values = new RedisValue[keys.Length];
        var slots = keys.Index().GroupBy(key => db.Multiplexer.HashSlot(key.Item));
        await Task.WhenAll(slots.Select(async slot =>
        {
            var items = slot.ToArray();
            var found = await db.StringGetAsync(Array.ConvertAll(items, item => item.Item));
            for (var index = 0; index < items.Length; index++)
            {
                values[items[index].Index] = found[index];
            }
        }));
        """,
        "With keys in all slots of a cluster, most calls have few keys.",
        Moment);

    private static Snippet Of(string given, string code, params IReadOnlyList<string> givenUp) =>
        Snippet.Of(given, code, givenUp) with { Result = "values" };
}
