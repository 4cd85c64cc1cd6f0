using System.Collections.Frozen;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The work of the strategies of <c>mget</c>.</summary>
internal static class MgetCost
{
    /// <summary>A key of a long command, as a part of a command.</summary>
    private const double CommandsPerKey = 0.2;

    /// <summary>The trial before a run, as a share of its time.</summary>
    private const double Trial = 0.15;

    // The round trips and the commands of a call. A strategy that is missing here sends one command.
    private static readonly FrozenDictionary<string, Func<MgetOptions, (double RoundTrips, double Commands)>> Calls =
        new Dictionary<string, Func<MgetOptions, (double, double)>>
        {
            [SingleGet.Info.Name] = options => (options.KeysPerCall, 0),
            [PipelinedGet.Info.Name] = options => (1, options.KeysPerCall),
            [MgetChunked.Info.Name] = options => (1, ((double)options.KeysPerCall / options.BatchSize) + (options.KeysPerCall * CommandsPerKey)),
        }.ToFrozenDictionary();

    public static RunWork Of(StrategyInfo strategy, MgetOptions options)
    {
        var (roundTrips, commands) =
            Calls.TryGetValue(strategy.Name, out var call) ? call(options) : (1, options.KeysPerCall * CommandsPerKey);
        var work = new RunWork { Shared = ((Kind(strategy), options.Keys, options.Seed), options.Keys) };
        if (options.Loops > 0)
        {
            var calls = CallCount.ByLoops(options.Loops, options.KeysPerCall);
            if (strategy == SingleGet.Info)
            {
                calls = SingleGet.CallsAtMost(calls, options.KeysPerCall);
            }

            return work with { RoundTrips = calls * roundTrips, Commands = calls * commands };
        }

        // At least a few calls are made, however long they take.
        var (minRoundTrips, minCommands) = (CallCount.Min * roundTrips, CallCount.Min * commands);
        return work with
        { Seconds = options.SecondsPerRun, RoundTrips = minRoundTrips, Commands = minCommands, LoadedSeconds = options.SecondsPerRun * Trial };
    }

    // Keys, the fields of a hash, and keys with hash tags are different data.
    private static string Kind(StrategyInfo strategy) =>
        strategy == Hmget.Info || strategy == MgetHashTags.Info ? strategy.Name : Mget.Info.Name;
}
