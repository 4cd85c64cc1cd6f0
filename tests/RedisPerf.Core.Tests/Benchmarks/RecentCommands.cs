using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The commands that only recent servers have. The tests of one installed server omit the strategies that need them; the contract
/// tests run them on each server that has them.</summary>
internal static class RecentCommands
{
    private const string SetIfeq = "set ifeq";

    private static readonly string[] All = ["hsetex", "hgetex", "himport", "msetex", SetIfeq];

    public static bool NeedsRecentServer(this StrategyInfo strategy) => strategy.Needs.Intersect(All).Any();

    /// <summary>Whether the server lacks a command by its own list, or refuses the option of SET.</summary>
    public static async Task<bool> LacksAsync(this IDatabase database, string command)
    {
        if (command != SetIfeq)
        {
            var reply = await database.ExecuteAsync("COMMAND", "INFO", command);
            return reply.Length == 0 || reply[0].Length <= 0;
        }

        try
        {
            await database.ExecuteAsync("SET", "no such key", "new", "IFEQ", "old");
            return false;
        }
        catch (RedisServerException)
        {
            return true;
        }
    }
}
