using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The keys that a job may have left on an existing server.</summary>
/// <param name="Target">The name of the target.</param>
/// <param name="Address">The server and its database.</param>
/// <param name="SearchedAt">The time of the first search that found no key; null before.</param>
public sealed record LeftKeys(Guid JobId, string Target, string Address, DateTimeOffset? SearchedAt)
{
    /// <summary>The reason of a job whose keys could not be removed.</summary>
    public Reason WithCause(Reason cause) =>
        Reason.Of(ReasonCode.KeysMayRemain, ("prefix", Job.PrefixOf(JobId)), (Reason.Target, Target), ("cause", cause));
}
