using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>Why a job waits while it opens its targets.</summary>
/// <param name="Used">The reason with the job of another RedisPerf that uses an existing server; null for <see cref="Preparation"/>.</param>
public sealed record OpeningWait(Reason? Used)
{
    /// <summary>A target is prepared, which continues when the job ends its attempt: the image of a container is pulled.</summary>
    public static OpeningWait Preparation { get; } = new((Reason?)null);
}
