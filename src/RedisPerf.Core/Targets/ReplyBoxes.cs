using System.Reflection;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>
/// The boxes in which client 1.2.6 awaits its replies, and which it keeps to use them again. When a connection is cut
/// while a command is being written, the client fails that command twice and keeps its box twice: two later commands, on
/// whatever connection, then share it, and one of them never ends. So none is kept over a cut. Later clients keep none.
/// </summary>
internal static class ReplyBoxes
{
    private static readonly Array[] Kept = [.. Stores()];

    /// <summary>Forgets those that are kept; those that await a reply are not among them.</summary>
    public static void Empty()
    {
        foreach (var store in Kept)
        {
            Array.Clear(store);
        }
    }

    // There is one store for each type of reply.
    private static IEnumerable<Array> Stores()
    {
        var box = typeof(ConnectionMultiplexer).Assembly.GetType("StackExchange.Redis.ResultBox`1");
        var replies = typeof(IDatabaseAsync).GetInterfaces().Append(typeof(IDatabaseAsync))
            .SelectMany(type => type.GetMethods())
            .Select(method => method.ReturnType)
            .Where(type => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Task<>))
            .Select(type => type.GetGenericArguments()[0])
            .Where(type => !type.IsGenericParameter)
            .Distinct();
        return box is null ? [] : replies.Select(reply => box.MakeGenericType(reply).GetField("store", BindingFlags.Static | BindingFlags.NonPublic)?.GetValue(null)).OfType<Array>();
    }
}
