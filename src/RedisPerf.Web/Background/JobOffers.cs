using Hangfire;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>
/// The nodes that may measure a queued job. Each of them gets a Hangfire job, and the first free one takes the job in the
/// ledger. A node that finds no job does nothing.
/// </summary>
public sealed class JobOffers(NodeLedger nodes, NodeIdentity here, TargetCatalogue targets, IBackgroundJobClientV2 hangfire)
{
    /// <summary>Offers a job to each active node that may measure it.</summary>
    public async Task OfferAsync(Job job, CancellationToken ct)
    {
        if (!nodes.AreSeveral)
        {
            OfferHere(job);
            return;
        }

        var active = await ActiveAsync(ct);
        foreach (var node in active.Where(node => MayMeasure(job, node, active)))
        {
            Offer(node.Identity.Name, job);
        }
    }

    /// <summary>Offers a job to this node.</summary>
    public void OfferHere(Job job) => Offer(here.Name, job);

    /// <summary>The first of some queued jobs that this node may measure; null without one.</summary>
    public async Task<Job?> FirstAsync(IEnumerable<Job> queued, CancellationToken ct)
    {
        if (!nodes.AreSeveral)
        {
            return queued.FirstOrDefault();
        }

        var active = await ActiveAsync(ct);
        return active.FirstOrDefault(node => node.Identity == here) is { } mine ? queued.FirstOrDefault(job => MayMeasure(job, mine, active)) : null;
    }

    private async Task<NodeRecord[]> ActiveAsync(CancellationToken ct) => [.. (await nodes.ListAsync(ct)).Where(node => node.State == NodeState.Active)];

    // A job whose targets no node can use still runs: it fails with the reason.
    private bool MayMeasure(Job job, NodeRecord node, NodeRecord[] active) => job.Request.Node is { } name
        ? name == node.Identity.Name
        : Has(node, job) || (!active.Any(other => Has(other, job)) && node.Identity == here && job.Request.Targets.All(target => targets.Find(target) is not null));

    private static bool Has(NodeRecord node, Job job) => job.Request.Targets.All(target => node.Description.Targets.Contains(target, StringComparer.OrdinalIgnoreCase));

    private void Offer(string node, Job job) => hangfire.Enqueue<MeasuringJob>(
        QueueNames.MeasuringOn(node), measuring => measuring.RunAsync(job.Request.Benchmark, string.Join(", ", job.Request.Targets)));
}
