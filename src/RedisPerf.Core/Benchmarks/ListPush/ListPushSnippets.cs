using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The code of the strategies of <c>list-push</c> for a program of a user.</summary>
public static class ListPushSnippets
{
    private const string Numbers = "IDatabase db, RedisKey list, IEnumerable<RedisValue> numbers";

    private const string RoundTrip = "Each number takes a round trip.";
    private const string Blocks = "Other clients wait while the server executes a push of many numbers.";

    public static Snippet Rpush { get; } = OneByOne("ListRightPushAsync", RoundTrip);

    public static Snippet Lpush { get; } = OneByOne("ListLeftPushAsync", RoundTrip, "The numbers are in the list in reverse order.");

    public static Snippet RpushBulk { get; } = InBulk("ListRightPushAsync", Blocks);

    public static Snippet LpushBulk { get; } = InBulk("ListLeftPushAsync", Blocks, "The numbers are in the list in reverse order.");

    public static Snippet RpushPipelined { get; } = Snippet.Of(
        Numbers,
        """
        var replies = new Queue<Task>();
        foreach (var number in numbers)
        {
            if (replies.Count == 4_096)
            {
                await replies.Dequeue();
            }

            replies.Enqueue(db.ListRightPushAsync(list, number));
        }

        await Task.WhenAll(replies);
        """,
        "The pushes are not one unit: numbers of other clients can be between them.",
        "After an error, later pushes are already sent.");

    private static Snippet OneByOne(string method, params IReadOnlyList<string> givenUp) => Snippet.Of(
        Numbers,
        $$"""
        foreach (var number in numbers)
        {
            await db.{{method}}(list, number);
        }
        """,
        givenUp);

    private static Snippet InBulk(string method, params IReadOnlyList<string> givenUp) => Snippet.Of<ListPushOptions>(
        Numbers,
        (options, _) => $$"""
            foreach (var bulk in numbers.Chunk({{options.BulkSize:N0}}))
            {
                await db.{{method}}(list, bulk);
            }
            """,
        givenUp);
}
