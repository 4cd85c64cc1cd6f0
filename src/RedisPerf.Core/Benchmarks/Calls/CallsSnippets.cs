using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Calls;

/// <summary>The code of the strategies of <c>calls</c> for a program of a user.</summary>
public static class CallsSnippets
{
    private const string Blocked = "A thread of the pool is blocked during each call: with more calls than threads, new work waits.";

    public static Snippet Await { get; } = Of(
        "await Parallel.ForAsync(0, keys.Length, callers, async (index, _) =>",
        "values[index] = await db.StringGetAsync(keys[index]));",
        "The methods of the caller must be asynchronous up to the request.");

    public static Snippet Sync { get; } = Of(
        "await Task.Run(() => Parallel.For(0, keys.Length, callers, index =>", "values[index] = db.StringGet(keys[index])));", Blocked);

    public static Snippet Result { get; } = Of(
        """
        #pragma warning disable SER307 // A blocking wait for an asynchronous call.
        await Task.Run(() => Parallel.For(0, keys.Length, callers, index =>
        """,
        "values[index] = db.StringGetAsync(keys[index]).Result));",
        Blocked,
        "Exceptions are wrapped in an AggregateException.");

    public static Snippet TaskRun { get; } = Of(
        "await Parallel.ForAsync(0, keys.Length, callers, async (index, _) =>",
        "values[index] = await Task.Run(() => db.StringGet(keys[index])));",
        Blocked,
        "Each call takes two work items of the pool.");

    private static Snippet Of(string loop, string call, params IReadOnlyList<string> givenUp) => Snippet.Of<CallsOptions>(
        "IDatabase db, RedisKey[] keys",
        (options, _) => $$"""
            var callers = new ParallelOptions { MaxDegreeOfParallelism = {{options.Callers:N0}} };
            var values = new RedisValue[keys.Length];
            {{loop}}
                {{call}}
            """,
        givenUp) with
    {
        Result = "values",
    };
}
