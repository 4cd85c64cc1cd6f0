using RedisPerf.Core.Model;

namespace RedisPerf.Web;

/// <summary>Two jobs to compare, or the errors of the request.</summary>
/// <param name="Base">Null when it is missing, not an id or not in the ledger.</param>
/// <param name="With">The other job; null in the same cases.</param>
/// <param name="Wrong">The errors of the query fields <c>base</c> and <c>with</c>.</param>
/// <param name="Unknown">The id of a job that does not exist; null when both exist.</param>
public sealed record JobPair(JobDocument? Base, JobDocument? With, IReadOnlyList<FieldError> Wrong, string? Unknown)
{
    /// <summary>Why they cannot be compared, as text; null when both exist.</summary>
    public string? Error => Unknown is not null ? $"There is no job \"{Unknown}\"; it may have been deleted." : Wrong.Count > 0 ? string.Join(" ", Wrong.Select(error => error.Message)) : null;
}
