using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>A target could not be started, reached or used. The reason may be shown: it never contains a password.</summary>
public sealed class TargetException(Reason reason, Exception? inner = null) : Exception(reason.ToString(), inner)
{
    public Reason Reason { get; } = reason;
}
