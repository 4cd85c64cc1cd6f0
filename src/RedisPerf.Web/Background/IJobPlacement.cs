using RedisPerf.Core.Model;

namespace RedisPerf.Web.Background;

/// <summary>Which node measures a job: <see cref="SingleNodePlacement"/> for a ledger of one process,
/// <see cref="SharedPlacement"/> for one that several processes share. Every method throws
/// <see cref="RedisPerf.Ledger.Storage.LedgerException"/> when the database fails.</summary>
public interface IJobPlacement
{
    /// <summary>The names of the active nodes that may measure a queued job.</summary>
    Task<IReadOnlyList<string>> NodesForAsync(Job job, CancellationToken ct);

    /// <summary>The first queued job that this node may measure now; null without one.</summary>
    /// <param name="isEligible">The condition of the caller; null without one.</param>
    Task<Job?> FirstAsync(Func<Job, bool>? isEligible, CancellationToken ct);

    /// <summary>Whether another node is active; null for the name of this node, and where there is one node.</summary>
    Task<bool?> IsOtherActiveAsync(string node, CancellationToken ct);

    /// <summary>The node that a repetition of a job requests, so that the runs of both can be compared; null for any.</summary>
    string? NodeOfRepetition(JobDocument job);
}
