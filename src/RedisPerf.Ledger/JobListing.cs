namespace RedisPerf.Ledger;

/// <summary>One page of jobs, newest first.</summary>
/// <param name="Jobs">At most the limit of the filter.</param>
/// <param name="Next">The <see cref="JobFilter.Before"/> of the next page; null on the last page.</param>
public sealed record JobListing(IReadOnlyList<ListedJob> Jobs, Guid? Next);
