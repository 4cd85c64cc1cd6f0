using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A job in a list.</summary>
/// <param name="Document">Without its cases.</param>
/// <param name="Best">The best case; null until the job has ended with a successful run.</param>
/// <param name="Trend">
/// The best medians, in seconds, of the last twenty comparable jobs (same benchmark, options, targets and best case), oldest
/// first, including this job. Empty without a best case.
/// </param>
public sealed record ListedJob(JobDocument Document, BestCase? Best, IReadOnlyList<double> Trend);

/// <summary>One page of jobs, newest first.</summary>
/// <param name="Jobs">At most the limit of the filter.</param>
/// <param name="Next">The <see cref="JobFilter.Before"/> of the next page; null on the last page.</param>
public sealed record JobListing(IReadOnlyList<ListedJob> Jobs, Guid? Next);

/// <summary>A job's fastest case by its median. The floor is excluded.</summary>
public sealed record BestCase(string Strategy, string Target, long? Point, double Median);
