using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A published row and the case of a job that does the same work.</summary>
/// <param name="Published">The article's row.</param>
/// <param name="Case">The job's case for the same work; null where it has none.</param>
/// <param name="Ours">Its figures, one for each compared column, in that column's unit.</param>
/// <param name="PublishedShare">The article's first compared figure over that of the row that it is compared with (<see cref="PublishedTable.ComparedWith"/>), on the same engine.</param>
/// <param name="OurShare">The same of ours, on the same target; the first of the cases where several do that work.</param>
public sealed record ComparedRow(PublishedRow Published, CaseResult? Case, IReadOnlyList<double?> Ours, double? PublishedShare, double? OurShare);
