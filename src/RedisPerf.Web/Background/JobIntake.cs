using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Background;

/// <summary>The only way into the queue: validates a draft, checks its node and the memory of its targets, then enqueues or rejects it.</summary>
public sealed class JobIntake(Catalogue catalogue, TargetBoard board, NodeBoard nodes, ClientCatalogue clients, JobQueue queue)
{
    /// <returns>The queued job, or the errors.</returns>
    /// <exception cref="RedisPerf.Ledger.Jobs.QueueFullException">As many jobs wait as the configuration allows.</exception>
    public async Task<(JobDocument? Job, IReadOnlyList<FieldError> Errors)> SubmitAsync(JobDraft draft, RequestedBy by, CancellationToken ct)
    {
        var (request, errors) = await CheckAsync(draft, ct);
        return request is null ? (null, errors) : (await queue.EnqueueAsync(request, by, draft.Note, schedule: null, ct), []);
    }

    /// <summary>All checks of a draft before it is queued.</summary>
    public async Task<(JobRequest? Request, IReadOnlyList<FieldError> Errors)> CheckAsync(JobDraft draft, CancellationToken ct)
    {
        if (draft.Validate(
            catalogue, await nodes.TargetsForAsync(draft.Node, ct), out var errors, clients.Names, await nodes.PayloadsAsync(ct), board.Find)
            is not { } request)
        {
            return (null, errors);
        }

        if (await nodes.CheckAsync(request, ct) is { } error)
        {
            return (null, [error]);
        }

        // The memory of another node is checked when it starts the job.
        if (!nodes.MayMeasureHere(request))
        {
            return (request, []);
        }

        var estimate = catalogue.Find(request.Benchmark)!.Estimate(request).ForRequest(request);
        foreach (var name in request.Targets)
        {
            if (MemoryCheck.Refusal(estimate, name, await board.RoomAsync(name, ct)) is { } refusal)
            {
                return (null, [new($"options.{estimate.SizeOption}", refusal.ToText())]);
            }
        }

        return (request, []);
    }
}
