using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>A payload cannot be used. The reason may be shown: it has no content of the payload.</summary>
public sealed class PayloadException(Reason reason, Exception? inner = null) : Exception(reason.ToString(), inner)
{
    public Reason Reason { get; } = reason;
}
