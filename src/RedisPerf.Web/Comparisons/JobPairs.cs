using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Comparisons;

/// <summary>Finds the two jobs of a comparison. A single job is compared with the baseline of its benchmark and targets.</summary>
public sealed class JobPairs(JobLedger ledger, BaselineLedger baselines)
{
    /// <param name="baseId">The id of the base as sent; null for the baseline.</param>
    /// <param name="withId">The id of the new job as sent.</param>
    public async Task<JobPair> FindAsync(string? baseId, string? withId, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var with = ReadId("with", withId, wrong);
        var @base = baseId is null && with is not null ? null : ReadId("base", baseId, wrong);
        var baseJob = @base is { } before ? await ledger.FindAsync(before, ct) : null;
        var withJob = with is { } after ? await ledger.FindAsync(after, ct) : null;
        if (wrong.Count > 0)
        {
            return new(baseJob, withJob, [.. wrong.OrderBy(error => error.Field, StringComparer.Ordinal)], null);
        }

        if (@base is not null && baseJob is null)
        {
            return new(null, withJob, [], baseId);
        }

        if (withJob is null)
        {
            return new(baseJob, null, [], withId);
        }

        return baseJob is null ? await WithBaselineAsync(withJob, ct) : new(baseJob, withJob, [], null);
    }

    private async Task<JobPair> WithBaselineAsync(JobDocument with, CancellationToken ct)
    {
        var pinned = await baselines.FindAsync(with.Benchmark, with.Request.Targets, ct);
        var other = pinned.FirstOrDefault(baseline => baseline.JobId != with.Id);
        var where = $"{with.Benchmark} on {string.Join(", ", with.Request.Targets)}";
        var sentence = pinned.Count == 0
            ? $"base is missing, and no job is pinned as the baseline of {where}; give the id of a job, or pin one on its page."
            : $"base is missing, and the job is itself the baseline of {where}; give the id of another job.";
        return other is not null && await ledger.FindAsync(other.JobId, ct) is { } @base
            ? new(@base, with, [], null)
            : new(null, with, [new("base", sentence)], null);
    }

    private static Guid? ReadId(string field, string? text, List<FieldError> wrong)
    {
        if (Guid.TryParse(text, out var id))
        {
            return id;
        }

        wrong.Add(new(field, text is null ? $"{field} is missing; give the id of a job." : $"{field} must be the id of a job; \"{text}\" is not."));
        return null;
    }
}

/// <summary>Two jobs to compare, or the errors of the request.</summary>
/// <param name="Base">Null when it is missing, not an id or not in the ledger.</param>
/// <param name="With">The other job; null in the same cases.</param>
/// <param name="Wrong">The errors of the query fields <c>base</c> and <c>with</c>.</param>
/// <param name="Unknown">The id of a job that does not exist; null when both exist.</param>
public sealed record JobPair(JobDocument? Base, JobDocument? With, IReadOnlyList<FieldError> Wrong, string? Unknown);
