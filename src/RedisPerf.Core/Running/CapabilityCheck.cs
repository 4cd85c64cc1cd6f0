using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>Finds the cases of a job that a target cannot run, before the first run.</summary>
internal static class CapabilityCheck
{
    /// <returns>Null when the target supports the case, as far as was tested.</returns>
    public static UnsupportedCase? FindMissingCapability(OpenedCase item, CaseKey key, TargetServer server)
    {
        if (item.Unsupported is { } reason)
        {
            return new(key.Strategy, AnyAt(key)) { Reason = reason };
        }

        var missing = server.Environment.MissingCapabilities;
        if (item.Needs.FirstOrDefault(missing.ContainsKey) is { } need)
        {
            return new(key.Strategy, AnyAt(key)) { Reason = missing[need] };
        }

        if (item.NeedsOfValues.FirstOrDefault(missing.ContainsKey) is { } needed)
        {
            return new(key.Strategy, key.At) { Reason = missing[needed] };
        }

        return item.MaxCommandWords > server.MaxCommandWords
            ? new(key.Strategy, key.At)
            {
                Reason = Reason.Of(
                    ReasonCode.CommandTooLong, (Reason.Target, server.Name), ("engine", server.Environment.Engine),
                    ("limit", server.MaxCommandWords), ("words", item.MaxCommandWords)),
            }
            : null;
    }

    // The options do not matter.
    private static Coordinates AnyAt(CaseKey key) => Coordinates.Of(key.Target, key.Client);

    /// <summary>Why a job is not run at all; null when a target supports at least one of its strategies, not counting the floor.</summary>
    public static Reason? Refusal(IReadOnlyList<UnsupportedCase> unsupported, bool isAnythingLeft) => isAnythingLeft || unsupported.Count == 0
        ? null
        : Reason.Of(ReasonCode.NothingSupported, ("causes", unsupported.Select(@case => @case.Reason).Distinct().ToArray()));
}
