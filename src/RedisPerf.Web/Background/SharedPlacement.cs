using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The node that measures a job has its targets, strategies and payload, is free, and is not reserved for another job.</summary>
internal sealed class SharedPlacement(
    NodeLedger nodes, JobLedger ledger, NodeIdentity here, TargetCatalogue targets, PayloadStore payloads, TimeProvider time) : IJobPlacement
{
    private readonly NodeReservation _reservation = new(time);

    public async Task<IReadOnlyList<string>> NodesForAsync(Job job, CancellationToken ct)
    {
        var active = await ActiveAsync(ct);
        return [.. active.Where(node => MayMeasure(job, node, active)).Select(node => node.Identity.Name)];
    }

    public async Task<Job?> FirstAsync(Func<Job, bool>? isEligible, CancellationToken ct)
    {
        var queued = await ledger.QueuedAsync(ct);

        // An existing server that another node measures is used by one job at a time.
        var used = (await ledger.RunningAsync(ct)).Where(job => job.Node != here.Name).SelectMany(job => job.Targets)
            .Where(target => targets.Find(target) is ConfiguredTarget).ToHashSet();
        var active = await ActiveAsync(ct);
        if (active.FirstOrDefault(node => node.Identity == here) is not { } mine)
        {
            return null;
        }

        // A reserved node takes no job that is behind the one that it waits for.
        var reserved = _reservation.FindJob(queued, active, here, (job, node) => HasTargets(job, node, active));
        var later = reserved is null ? [] : queued.SkipWhile(job => job.Id != reserved).Skip(1).Select(job => job.Id).ToHashSet();
        return queued.Where(isEligible ?? (_ => true))
            .FirstOrDefault(job => !later.Contains(job.Id) && MayMeasure(job, mine, active) && !used.Overlaps(job.Request.Targets));
    }

    public async Task<bool?> IsOtherActiveAsync(string node, CancellationToken ct) =>
        node == here.Name ? null : (await ActiveAsync(ct)).Any(active => active.Identity.Name == node);

    // Runs of different machines are not compared.
    public string? NodeOfRepetition(JobDocument job) => job.Node;

    private async Task<NodeRecord[]> ActiveAsync(CancellationToken ct) =>
        [.. (await nodes.ListAsync(ct)).Where(node => node.State == NodeState.Active)];

    // A job for several nodes waits until enough of them are free.
    private bool MayMeasure(Job job, NodeRecord node, NodeRecord[] active) =>
        HasTargets(job, node, active) && AssistantLedger.Choose(active, node.Identity, job) is not null;

    // A job with runs continues on its node. A job whose targets, strategies or payload no node has still runs: it fails with the reason.
    private bool HasTargets(Job job, NodeRecord node, NodeRecord[] active) =>
        (job.Request.Node ?? (job.Environment is null ? null : job.Node)) is { } name
            ? name == node.Identity.Name
            : Has(node, job.Request) || (!active.Any(other => Has(other, job.Request)) && node.Identity == here && AreKnownHere(job.Request.Targets));

    private bool AreKnownHere(IEnumerable<string> names) => names.All(name => targets.Find(name) is not null);

    // A payload that was uploaded here a moment ago is not in the description yet.
    private bool Has(NodeRecord node, JobRequest request) =>
        node.Description.HasServersAndStrategies(request)
        && (node.Description.HasPayload(request) || (node.Identity == here && payloads.FindFile(request.Payload!.Hash) is not null));
}
