using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The commands that only recent servers have. The tests of one installed server omit the strategies that need them; the contract
/// tests run them on each server that has them.</summary>
internal static class RecentCommands
{
    private static readonly string[] All = ["hsetex", "hgetex", "himport", "msetex", "set ifeq"];

    public static bool NeedsRecentServer(this StrategyInfo strategy) => strategy.Needs.Intersect(All).Any();
}
