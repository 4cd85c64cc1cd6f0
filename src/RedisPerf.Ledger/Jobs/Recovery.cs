using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The unfinished jobs of the previous process.</summary>
/// <param name="Interrupted">The jobs that were running when it ended.</param>
/// <param name="Queued">The queued jobs, in the order in which they were queued.</param>
public sealed record Recovery(IReadOnlyList<Job> Interrupted, IReadOnlyList<Job> Queued);
