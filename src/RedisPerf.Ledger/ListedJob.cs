using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>A job in a list.</summary>
/// <param name="Document">Without its cases.</param>
/// <param name="Best">Which strategy was best; null until it has ended with one ok run.</param>
/// <param name="Trend">
/// Seconds: the best medians of the last twenty jobs that are comparable with this one (same benchmark, options and targets,
/// and the same best case), oldest first, this one the last. Empty without a best.
/// </param>
public sealed record ListedJob(JobDocument Document, BestCase? Best, IReadOnlyList<double> Trend);
