using RedisPerf.Core.Benchmarks.Plugins;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>What must hold for all strategies of a benchmark together, of one or several files.</summary>
internal static class PluginRules
{
    /// <summary>Finds the strategies that another one excludes.</summary>
    /// <returns>The strategy, and the problem, after "strategy x is invalid:".</returns>
    public static IEnumerable<(PluginStrategy Strategy, string Problem)> FindProblems(IEnumerable<PluginStrategy> strategies)
    {
        foreach (var same in strategies.GroupBy(strategy => strategy.Benchmark).Select(group => group.ToArray()))
        {
            foreach (var (at, strategy) in same.Index())
            {
                var earlier = same[..at];
                if (Array.Exists(earlier, other => other.Name == strategy.Name))
                {
                    yield return (strategy, $"two classes for {strategy.Benchmark} have this name");
                }

                if (strategy.IsFloor && Array.Find(earlier, other => other.IsFloor) is { } floor)
                {
                    yield return (strategy, $"{floor.Name} is the floor too");
                }

                foreach (var option in strategy.Options)
                {
                    if (earlier.SelectMany(other => other.Options).FirstOrDefault(other => other.Name == option.Name) is { } first
                        && !AreEqual(first, option))
                    {
                        yield return (strategy, $"another strategy declares its option {option.Name} differently");
                    }
                }
            }
        }
    }

    // A record compares its JSON and its list by reference.
    private static bool AreEqual(PluginOption first, PluginOption second) =>
        first.Default.GetRawText() == second.Default.GetRawText()
        && (first.Choices ?? []).SequenceEqual(second.Choices ?? [])
        && first with { Default = second.Default, Choices = second.Choices } == second;
}
