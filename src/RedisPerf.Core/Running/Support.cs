using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Finds the cases of a job that a target cannot run, before the first run.</summary>
internal static class Support
{
    /// <returns>Null when the target supports the case, as far as was tested.</returns>
    public static UnsupportedCase? FindMissingCapability(Case item, TargetServer server)
    {
        var strategy = item.Strategy;
        var missing = server.Environment.MissingCapabilities;
        if (strategy.Needs.FirstOrDefault(missing.ContainsKey) is { } need)
        {
            return new(strategy.Name, server.Name, null) { Reason = missing[need] };
        }

        return item.LongestCommand > server.LongestCommand
            ? new(strategy.Name, server.Name, item.Point)
            {
                Reason = Reason.Of(
                    ReasonCode.CommandTooLong, (Reason.Target, server.Name), ("engine", server.Environment.Engine), ("limit", server.LongestCommand), ("words", item.LongestCommand)),
            }
            : null;
    }

    /// <summary>Why a job is not run at all; null when a target supports at least one of its strategies, not counting the floor.</summary>
    public static Reason? Refusal(IReadOnlyList<UnsupportedCase> unsupported, bool isAnythingLeft) => isAnythingLeft || unsupported.Count == 0
        ? null
        : Reason.Of(ReasonCode.NothingSupported, ("causes", unsupported.Select(@case => @case.Reason).Distinct().ToArray()));
}
