using RedisPerf.Core.Model;

namespace RedisPerf.Web;

/// <summary>Two jobs that somebody wants compared, or what is wrong with the wish.</summary>
/// <param name="Base">Null when it is missing, no id or not in the ledger.</param>
/// <param name="With">The same of the other.</param>
/// <param name="Wrong">By the field of the query, <c>base</c> or <c>with</c>.</param>
/// <param name="Unknown">What is an id, but of no job; null when there is none of that.</param>
public sealed record JobPair(JobDocument? Base, JobDocument? With, IReadOnlyList<FieldError> Wrong, string? Unknown)
{
    /// <summary>Why they cannot be compared, in sentences; null when both are there.</summary>
    public string? Trouble => Unknown is not null ? $"There is no job \"{Unknown}\"; it may have been deleted." : Wrong.Count > 0 ? string.Join(" ", Wrong.Select(error => error.Message)) : null;
}
