using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Nodes;

/// <summary>
/// The nodes as the pages, the API and the queue see them. Every method throws <see cref="RedisPerf.Ledger.Storage.LedgerException"/>
/// when the database fails.
/// </summary>
public sealed class NodeBoard(INodeDirectory directory, NodeLedger nodes, NodeIdentity here, TargetBoard targets, PayloadStore payloads)
{
    /// <inheritdoc cref="INodeDirectory.ListAsync"/>
    public Task<IReadOnlyList<NodeRecord>> ListAsync(CancellationToken ct) => directory.ListAsync(ct);

    /// <summary>Whether it is this process.</summary>
    public bool IsHere(NodeRecord node) => node.Identity == here;

    /// <summary>The node of a name; null when it is unknown.</summary>
    public async Task<NodeRecord?> FindAsync(string name, CancellationToken ct) =>
        (await ListAsync(ct)).FirstOrDefault(node => node.Identity.Name == name);

    /// <summary>Removes a node; refused while it is active.</summary>
    public async Task<ChangeOutcome> RemoveAsync(string name, CancellationToken ct)
    {
        if (await nodes.RemoveAsync(name, ct))
        {
            return ChangeOutcome.Changed;
        }

        return await FindAsync(name, ct) is null ? ChangeOutcome.NotFound : ChangeOutcome.Refused;
    }

    /// <summary>The names of the targets that a job can have: those of this process and of the other active nodes, the default one first.</summary>
    /// <param name="requested">The node that the job requests: the default target is one of its targets.</param>
    public async Task<IReadOnlyList<string>> TargetsForAsync(string? requested, CancellationToken ct)
    {
        var others = await directory.OthersAsync(ct);
        return
        [
            .. others.Where(node => node.Identity.Name == requested).SelectMany(node => node.Description.Targets)
                .Union(await targets.NamesAsync())
                .Union(others.Where(IsActive).SelectMany(node => node.Description.Targets)),
        ];
    }

    /// <summary>Checks the nodes that a job requests.</summary>
    /// <returns>The error; null when they have the targets.</returns>
    public async Task<FieldError?> CheckAsync(JobRequest request, CancellationToken ct) =>
        (request.LoadFrom == 1 ? null : await CheckLoadAsync(request, ct)) ?? await CheckNodeAsync(request, ct);

    // A job for more nodes than there are would wait in the queue forever.
    private async Task<FieldError?> CheckLoadAsync(JobRequest request, CancellationToken ct)
    {
        if ((await directory.OthersAsync(ct)).Count == 0)
        {
            return new(RequestFields.LoadFrom, Reason.Of(ReasonCode.NoOtherNodes).ToText());
        }

        if (request.Targets.FirstOrDefault(name => targets.SourceOf(name) is { } source && source != TargetSource.Configured) is { } started)
        {
            return new("targets", Reason.Of(ReasonCode.TargetNotShared, (Reason.Target, started)).ToText());
        }

        var count = (await ListAsync(ct)).Count(node => IsActive(node) && node.Description.Has(request));
        return count >= request.LoadFrom
            ? null
            : new(RequestFields.LoadFrom, Reason.Of(ReasonCode.TooFewNodes, ("count", count), ("requested", request.LoadFrom)).ToText());
    }

    private async Task<FieldError?> CheckNodeAsync(JobRequest request, CancellationToken ct)
    {
        if (request.Node is not { } name)
        {
            return await CheckTargetsAsync(request, ct);
        }

        var known = await ListAsync(ct);
        if (known.FirstOrDefault(node => node.Identity.Name == name) is not { } found)
        {
            return Error(Reason.Of(
                ReasonCode.NodeUnknown, ("node", FieldError.Shorten(name)), ("nodes", string.Join(", ", known.Select(node => node.Identity.Name)))));
        }

        // A job of this process whose target does not respond now is accepted, as without a requested node.
        var lacking = IsHere(found) ? request.Targets.Except(await targets.NamesAsync()) : found.Description.FindMissing(request.Targets);
        return string.Join(", ", lacking) is { Length: > 0 } missing
            ? Error(Reason.Of(
                ReasonCode.NodeLacksTargets, ("node", name), ("targets", missing), ("valid", string.Join(", ", found.Description.Targets))))
            : !IsHere(found) && !found.Description.HasPayload(request)
            ? new(RequestFields.Payload, Reason.Of(ReasonCode.NodeLacksPayload, ("node", name), ("name", request.Payload!.Name)).ToText())
            : null;
    }

    // Without such a node, the job would wait in the queue forever.
    private async Task<FieldError?> CheckTargetsAsync(JobRequest request, CancellationToken ct)
    {
        var isPayloadHere = request.Payload is not { } stored || payloads.FindFile(stored.Hash) is not null;
        if (isPayloadHere && IsReachedFromHere(request))
        {
            return null;
        }

        var known = await ListAsync(ct);
        if (!isPayloadHere && known.Any(node => !node.Description.FindMissing(request.Targets).Any()))
        {
            return known.Any(node => IsActive(node) && node.Description.Has(request))
                ? null
                : new(RequestFields.Payload, Reason.Of(
                    ReasonCode.NoNodeHasPayload, ("name", request.Payload!.Name), ("targets", string.Join(", ", request.Targets))).ToText());
        }

        return IsReachedFromHere(request) || known.Any(node => node.Description.Has(request))
            ? null
            : new("targets", Reason.Of(ReasonCode.NoNodeHasTargets, ("targets", string.Join(", ", request.Targets))).ToText());
    }

    /// <summary>Why no active node can start a job now; null when one can, and unless the job is queued.</summary>
    public async Task<JobWait?> FindWaitAsync(JobDocument job, CancellationToken ct)
    {
        var request = job.Request;
        // A process tries its own target, also one that does not respond, and states the reason in the job.
        if (job.State != JobState.Queued || (request.LoadFrom == 1 && MayMeasureHere(request) && IsReachedFromHere(request)))
        {
            return null;
        }

        var active = (await ListAsync(ct)).Where(IsActive).ToArray();
        if (request.Node is { } name && active.All(node => node.Identity.Name != name))
        {
            return new() { Reason = Reason.Of(ReasonCode.RequestedNodeNotActive, ("node", name)) };
        }

        var count = active.Count(node => IsHere(node) ? IsReachedFromHere(request) : node.Description.Has(request));
        if (count < request.LoadFrom)
        {
            return new()
            {
                Reason = Reason.Of(
                    ReasonCode.NodesMissing, ("targets", string.Join(", ", request.Targets)), ("requested", request.LoadFrom), ("count", count)),
            };
        }

        var busy = AssistantLedger.BusyMachines(active);
        var free = active.Count(node => !busy.Contains(node.Identity.MachineId) && node.Description.Has(request));
        return request.LoadFrom == 1 || free >= request.LoadFrom
            ? null
            : new() { Reason = Reason.Of(ReasonCode.NodesBusy, ("requested", request.LoadFrom), ("count", free)) };
    }

    /// <summary>Finds a payload by its hash, on this node or another active one; the result of the function is null when no node has it.</summary>
    public async Task<Func<string, PayloadDescription?>> PayloadsAsync(CancellationToken ct)
    {
        var ofOthers = (await directory.OthersAsync(ct)).Where(IsActive).SelectMany(node => node.Description.StoredPayloads)
            .DistinctBy(payload => payload.Hash).ToDictionary(payload => payload.Hash);
        return hash => payloads.Find(hash) ?? ofOthers.GetValueOrDefault(hash);
    }

    /// <summary>Whether a job can be measured by this process: it requests no other node.</summary>
    public bool MayMeasureHere(JobRequest request) => request.Node is null || request.Node == here.Name;

    /// <summary>The choices of a form.</summary>
    public async Task<NodeChoices> ChoicesAsync(CancellationToken ct)
    {
        var others = await directory.OthersAsync(ct);
        if (others.Count == 0)
        {
            return NodeChoices.None;
        }

        var usable = await targets.UsableAsync();
        var ofOthers =
            from node in others
            where IsActive(node)
            from target in node.Description.Targets.Except(usable)
            group node.Identity.Name by target into has
            select new TargetOfOthers(has.Key, [.. has]);
        return new([.. others.Select(node => node.Identity.Name).Append(here.Name).Distinct().Order(StringComparer.Ordinal)], [.. ofOthers]);
    }

    private bool IsReachedFromHere(JobRequest request) => request.Targets.All(name => targets.SourceOf(name) is not null);

    private static bool IsActive(NodeRecord node) => node.State == NodeState.Active;

    private static FieldError Error(Reason reason) => new("node", reason.ToText());
}

/// <summary>What a form offers besides the targets of this process.</summary>
/// <param name="Names">The names of all nodes; empty where there is one node.</param>
/// <param name="Targets">The targets that only other nodes can use.</param>
public sealed record NodeChoices(IReadOnlyList<string> Names, IReadOnlyList<TargetOfOthers> Targets)
{
    /// <summary>The choices where there is one node.</summary>
    public static NodeChoices None { get; } = new([], []);
}

/// <summary>A target that this process cannot use.</summary>
/// <param name="Nodes">The names of the active nodes that can use it.</param>
public sealed record TargetOfOthers(string Name, IReadOnlyList<string> Nodes);
