using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Targets;

/// <summary>The targets: a card for each one, with a button that tests the connection.</summary>
public sealed class IndexModel(TargetBoard board, ConnectionTests tests, ConnectionTestQueue queue, JobLedger ledger) : PageModel
{
    /// <summary>The number of recent jobs that are searched for the environment of a target.</summary>
    private const int JobsBack = 50;

    public IReadOnlyList<TargetCard> Cards { get; private set; } = [];

    /// <summary>The containers whose Docker engine cannot be used: one card shows them all, with their common reason.</summary>
    public IReadOnlyList<TargetDescription> WithoutDocker { get; private set; } = [];

    /// <summary>The name of the default target of a new run; null without targets.</summary>
    public string? Default { get; private set; }

    public Reason? Trouble { get; private set; }

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostTestAsync(string? name, CancellationToken ct)
    {
        Trouble = await queue.TestAsync(name ?? "", ct);
        if (Trouble is null)
        {
            // Back to the card, so that a reload does not test again.
            return LocalRedirect($"/targets#{Uri.EscapeDataString(name!)}");
        }

        Response.StatusCode = StatusCodes.Status404NotFound;
        await LoadAsync(ct);
        return Page();
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        var described = await board.DescribeAsync();
        Default = TargetCatalogue.Default(described)?.Name;
        // An imported job may have a target of another machine with the same name.
        var jobs = (await ledger.ListAsync(new(Limit: JobsBack), ct)).Jobs.Where(job => job.Document.Environment?.Machine == Environment.MachineName).ToArray();
        WithoutDocker = [.. described.Where(target => target.LacksDocker)];
        Cards = await Task.WhenAll(described.Except(WithoutDocker).Select(async target =>
        {
            var test = tests.Last(target.Name);
            var job = jobs.FirstOrDefault(job => job.Document.Environment?.Targets.Any(known => known.Name == target.Name) == true)?.Document;
            var byJob = job?.Environment!.Targets.First(known => known.Name == target.Name);
            // The later of the two is used.
            var isTested = test?.Environment is not null && !(job?.StartedAt > test.At);
            var room = target.Status == TargetStatus.Unavailable ? default : await board.RoomAsync(target.Name, ct);
            return new TargetCard(target, room, test, tests.IsQueued(target.Name), isTested ? test!.Environment : byJob, isTested ? test!.At : job?.StartedAt);
        }));
    }
}
