using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>What the last process left behind.</summary>
/// <param name="Interrupted">The jobs that were running when it ended.</param>
/// <param name="Queued">The jobs that still wait, oldest first.</param>
public sealed record Recovery(IReadOnlyList<Job> Interrupted, IReadOnlyList<Job> Queued);
