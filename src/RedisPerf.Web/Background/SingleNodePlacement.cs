using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>This process measures each job, in the order of the queue. A job that it cannot measure fails with the reason.</summary>
internal sealed class SingleNodePlacement(JobLedger ledger, NodeIdentity here) : IJobPlacement
{
    public Task<IReadOnlyList<string>> NodesForAsync(Job job, CancellationToken ct) => Task.FromResult<IReadOnlyList<string>>([here.Name]);

    public async Task<Job?> FirstAsync(Func<Job, bool>? isEligible, CancellationToken ct) =>
        (await ledger.QueuedAsync(ct)).FirstOrDefault(isEligible ?? (_ => true));

    public Task<bool?> IsOtherActiveAsync(string node, CancellationToken ct) => Task.FromResult<bool?>(null);

    // The name of the process may change.
    public string? NodeOfRepetition(JobDocument job) => job.Request.Node;
}
