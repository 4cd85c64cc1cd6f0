using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Resp;

/// <summary>A connection cannot be opened or used, for a known reason.</summary>
/// <param name="args">The arguments of the reason, without the target.</param>
internal class ConnectionFaultException(ReasonCode code, params (string Name, object? Value)[] args) : IOException($"The connection failed: {code}.")
{
    /// <summary>The reason for a target.</summary>
    public Reason For(string target) => Reason.Of(code, [(Reason.Target, target), .. args]);
}
