using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A published row and the case of a job that does the same work.</summary>
/// <param name="Published">The article's row.</param>
/// <param name="Case">The job's case for the same work; null when the job has none.</param>
/// <param name="Ours">The results of the case, one per compared column, in the unit of the column.</param>
/// <param name="PublishedShare">The article's first compared value relative to that of its reference row (<see cref="PublishedTable.ComparedWith"/>) on the same engine.</param>
/// <param name="OurShare">The same ratio of our values, on the same target; the first case when several do the same work.</param>
public sealed record ComparedRow(PublishedRow Published, CaseResult? Case, IReadOnlyList<double?> Ours, double? PublishedShare, double? OurShare);
