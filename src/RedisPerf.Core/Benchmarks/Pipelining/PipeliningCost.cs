using System.Collections.Frozen;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Pipelining;

/// <summary>The work of the strategies of <c>pipelining</c>.</summary>
internal static class PipeliningCost
{
    // A write of a batch, as a part of a command.
    private static readonly FrozenDictionary<string, double> PerWrite = new Dictionary<string, double>
    {
        [Mset.Info.Name] = 0.5,
        [MultiExec.Info.Name] = 1.3,
        [IncrementMultiExec.Info.Name] = 1.3,
    }.ToFrozenDictionary();

    public static RunWork Of(StrategyInfo strategy, PipeliningOptions options, bool waits, bool isIncrement)
    {
        double writes = isIncrement ? options.Increments : options.Items;
        return new()
        {
            RoundTrips = waits ? writes : Math.Ceiling(writes / options.BatchSize),
            Commands = waits ? 0 : writes * PerWrite.GetValueOrDefault(strategy.Name, 1),
            Bytes = isIncrement ? 0 : writes * options.PayloadBytes,
            CheckedCommands = isIncrement ? 0 : 2 * writes,
        };
    }
}
