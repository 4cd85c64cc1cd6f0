namespace RedisPerf.Ledger;

/// <summary>One page of jobs, newest first.</summary>
/// <param name="Jobs">At most the filter's limit.</param>
/// <param name="Next">The <see cref="JobFilter.Before"/> of the next page; null when there is none.</param>
public sealed record JobListing(IReadOnlyList<ListedJob> Jobs, Guid? Next);
