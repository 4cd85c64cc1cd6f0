using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>A job in a list.</summary>
/// <param name="Document">Without its cases.</param>
/// <param name="Best">The best case; null until the job has ended with a successful run.</param>
/// <param name="Trend">
/// The best medians, in seconds, of the last twenty comparable jobs (same benchmark, options, targets and best case), oldest
/// first, including this job. Empty without a best case.
/// </param>
public sealed record ListedJob(JobDocument Document, BestCase? Best, IReadOnlyList<double> Trend);
