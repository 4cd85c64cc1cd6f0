using Hangfire;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>
/// The nodes that may measure a queued job. Each of them gets a Hangfire job, and the first free one takes the job in the
/// ledger. A node that finds no job does nothing.
/// </summary>
public sealed class JobOffers(NodeLedger nodes, JobLedger ledger, NodeIdentity here, TargetCatalogue targets, PayloadStore payloads, IBackgroundJobClientV2 hangfire, TimeProvider time)
{
    private readonly NodeReservation _reservation = new(time);
    private int _answers;

    /// <summary>Whether this node looks for a job now, waits for its machine, or executes a job.</summary>
    public bool IsAnswering => Volatile.Read(ref _answers) > 0;

    /// <summary>Answers an offer until the result is disposed.</summary>
    public IDisposable Answer()
    {
        Interlocked.Increment(ref _answers);
        return new Answering(this);
    }

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

    /// <summary>The first queued job that this node may measure now; null without one.</summary>
    /// <param name="isWanted">The condition of the caller; null without one.</param>
    /// <param name="ct">Cancels the operation.</param>
    public async Task<Job?> FirstAsync(Func<Job, bool>? isWanted, CancellationToken ct)
    {
        var all = await ledger.QueuedAsync(ct);
        var queued = all.Where(isWanted ?? (_ => true));
        if (!nodes.AreSeveral)
        {
            return queued.FirstOrDefault();
        }

        // An existing server that another node measures is used by one job at a time.
        var used = (await ledger.RunningAsync(ct)).Where(job => job.Node != here.Name).SelectMany(job => job.Targets).Where(target => targets.Find(target) is ConfiguredTarget).ToHashSet();
        var active = await ActiveAsync(ct);
        if (active.FirstOrDefault(node => node.Identity == here) is not { } mine)
        {
            return null;
        }

        // A reserved node takes no job that is behind the one that it waits for.
        var reserved = _reservation.FindJob(all, active, here, (job, node) => HasTargets(job, node, active));
        var later = reserved is null ? [] : all.SkipWhile(job => job.Id != reserved).Skip(1).Select(job => job.Id).ToHashSet();
        return queued.FirstOrDefault(job => !later.Contains(job.Id) && MayMeasure(job, mine, active) && !used.Overlaps(job.Request.Targets));
    }

    /// <summary>Whether another node is active; null for the name of this node, and where there is one node.</summary>
    public async Task<bool?> IsActiveElsewhereAsync(string node, CancellationToken ct) =>
        !nodes.AreSeveral || node == here.Name ? null : (await ActiveAsync(ct)).Any(active => active.Identity.Name == node);

    private async Task<NodeRecord[]> ActiveAsync(CancellationToken ct) => [.. (await nodes.ListAsync(ct)).Where(node => node.State == NodeState.Active)];

    // A job for several nodes waits until enough of them are free.
    private bool MayMeasure(Job job, NodeRecord node, NodeRecord[] active) => HasTargets(job, node, active) && AssistantLedger.Choose(active, node.Identity, job) is not null;

    // A job with runs continues on its node. A job whose targets or payload no node has still runs: it fails with the reason.
    private bool HasTargets(Job job, NodeRecord node, NodeRecord[] active) => (job.Request.Node ?? (job.Environment is null ? null : job.Node)) is { } name
        ? name == node.Identity.Name
        : Has(node, job.Request) || (!active.Any(other => Has(other, job.Request)) && node.Identity == here && job.Request.Targets.All(target => targets.Find(target) is not null));

    // A payload that was uploaded here a moment ago is not in the description yet.
    private bool Has(NodeRecord node, JobRequest request) =>
        !node.Description.Lacking(request.Targets).Any() && (node.Description.HasPayload(request) || (node.Identity == here && payloads.FindFile(request.Payload!.Hash) is not null));

    private void Offer(string node, Job job) => hangfire.Enqueue<MeasuringJob>(
        QueueNames.MeasuringOn(node), measuring => measuring.RunAsync(job.Request.Benchmark, string.Join(", ", job.Request.Targets)));

    private sealed class Answering(JobOffers offers) : IDisposable
    {
        public void Dispose() => Interlocked.Decrement(ref offers._answers);
    }
}
