using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Tells before a job's first run which of its cases a target cannot run.</summary>
internal static class Support
{
    /// <returns>Null when the target can run the case, as far as it was tried.</returns>
    public static UnsupportedCase? LackFor(Case item, TargetServer server)
    {
        var strategy = item.Strategy;
        if (strategy.Needs.FirstOrDefault(server.Environment.Lacks.ContainsKey) is { } need)
        {
            return new(strategy.Name, server.Name, null, server.Environment.Lacks[need]);
        }

        return item.LongestCommand > server.LongestCommand
            ? new(strategy.Name, server.Name, item.Point, string.Create(
                CultureInfo.InvariantCulture,
                $"The server of target '{server.Name}' ({server.Environment.Engine}) takes at most {server.LongestCommand:N0} words in one command, and this one has {item.LongestCommand:N0}."))
            : null;
    }

    /// <summary>Why a job is not run at all; null when a target can run at least one of its strategies, the yardstick left out.</summary>
    public static string? Refusal(IReadOnlyList<UnsupportedCase> unsupported, bool isAnythingLeft) => isAnythingLeft || unsupported.Count == 0
        ? null
        : $"None of the job's strategies can be run on {(unsupported.Select(lack => lack.Target).Distinct().Count() == 1 ? "its target" : "its targets")}: {string.Join(" ", unsupported.Select(lack => lack.Reason).Distinct())}";
}
