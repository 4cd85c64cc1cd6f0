using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Pages.Nodes;

/// <summary>The nodes, and the job that each executes.</summary>
public sealed class IndexModel(NodeBoard nodes, JobLedger ledger, LiveLists lists) : PageModel
{
    public IReadOnlyList<NodeRecord> Nodes { get; private set; } = [];

    /// <summary>The running jobs, by their ids.</summary>
    public IReadOnlyDictionary<Guid, Job> Jobs { get; private set; } = new Dictionary<Guid, Job>();

    /// <summary>Whether the list has a node that can be removed.</summary>
    public bool HasRemovable => Nodes.Any(node => node.State != NodeState.Active);

    /// <summary>A sentence about the last request; null without an error.</summary>
    public string? Error { get; private set; }

    public bool IsHere(NodeRecord node) => nodes.IsHere(node);

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostRemoveAsync(string? name, CancellationToken ct)
    {
        switch (await nodes.RemoveAsync(name ?? "", ct))
        {
            case ChangeOutcome.Changed:
                lists.Change();
                return LocalRedirect("/nodes");
            case ChangeOutcome.Refused:
                Error = $"Node {name} is active again. It was not removed.";
                Response.StatusCode = StatusCodes.Status409Conflict;
                await LoadAsync(ct);
                return Page();
            default:
                return NotFound();
        }
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        Nodes = await nodes.ListAsync(ct);
        var jobs = new Dictionary<Guid, Job>();
        foreach (var id in Nodes.Select(node => node.Job).OfType<Guid>())
        {
            // A job that was deleted in between is not running.
            if (await ledger.FindJobAsync(id, ct) is { } job)
            {
                jobs[id] = job;
            }
        }

        Jobs = jobs;
    }
}
