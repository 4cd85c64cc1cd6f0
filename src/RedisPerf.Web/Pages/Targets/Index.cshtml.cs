using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Targets;

/// <summary>The targets: a card for each one, with a button that tests the connection.</summary>
public sealed class IndexModel(
    TargetBoard board, TargetCatalogue catalogue, AddedTargets added, ConnectionTests tests, ConnectionTestQueue queue, JobLedger ledger,
    LiveJobs jobs) : PageModel
{
    /// <summary>The number of recent jobs that are searched for the environment of a target.</summary>
    private const int SearchedJobs = 50;

    public IReadOnlyList<TargetCard> Cards { get; private set; } = [];

    /// <summary>The containers whose Docker engine cannot be used: one card shows them all, with their common reason.</summary>
    public IReadOnlyList<TargetDescription> WithoutDocker { get; private set; } = [];

    /// <summary>The name of the default target of a new run; null without targets.</summary>
    public string? Default { get; private set; }

    /// <summary>A sentence about the last request; null without an error.</summary>
    public string? Error { get; private set; }

    /// <summary>Whether a job runs here: connection tests wait for its end.</summary>
    public bool IsMeasuring => jobs.AreMeasuring;

    /// <summary>Whether targets can be added, replaced and deleted here.</summary>
    public bool IsEditable => added.AreAllowed;

    /// <summary>The added targets that cannot be used, with the reason.</summary>
    public IReadOnlyDictionary<string, Reason> Unusable => added.Unusable;

    /// <summary>The errors of the form that was sent, by its fields.</summary>
    public IReadOnlyList<FieldError> Errors { get; private set; } = [];

    /// <summary>The name in the form that was sent; null when it cannot be a name.</summary>
    public string? SentName { get; private set; }

    /// <summary>Whether the form that was sent replaces a connection string.</summary>
    public bool IsReplacement { get; private set; }

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostTestAsync(string? name, CancellationToken ct)
    {
        // Back to the card, so that a reload does not test again.
        return await queue.TestAsync(name ?? "", ct) is { } error
            ? await RefuseAsync(error.ToText(), StatusCodes.Status404NotFound, ct)
            : LocalRedirect($"/targets#{Uri.EscapeDataString(name!)}");
    }

    public Task<IActionResult> OnPostAddAsync(string? name, CancellationToken ct) => SaveAsync(name, isNew: true, ct);

    public async Task<IActionResult> OnPostReplaceAsync(string? name, CancellationToken ct) =>
        added.Contains(name ?? "") ? await SaveAsync(name, isNew: false, ct) : NotFound();

    public async Task<IActionResult> OnPostDeleteAsync(string? name, CancellationToken ct) =>
        !IsEditable ? await RefuseAsync(AddedTargets.Disabled.ToText(), StatusCodes.Status403Forbidden, ct)
        : await added.DeleteAsync(name ?? "", ct) switch
        {
            ChangeOutcome.Changed => LocalRedirect("/targets"),
            ChangeOutcome.Refused => await RefuseAsync(AddedTargets.InUse(name!).ToText(), StatusCodes.Status409Conflict, ct),
            _ => NotFound(),
        };

    // The connection string and the password are not parameters of a handler: the framework logs those at its finest level.
    private async Task<IActionResult> SaveAsync(string? name, bool isNew, CancellationToken ct)
    {
        if (!IsEditable)
        {
            return await RefuseAsync(AddedTargets.Disabled.ToText(), StatusCodes.Status403Forbidden, ct);
        }

        Errors = await added.SaveAsync(
            name, Request.Form["connection"], Request.Form["user"], Request.Form["password"], isNew, ct);
        if (Errors.Count == 0)
        {
            return LocalRedirect($"/targets#{Uri.EscapeDataString(name!.Trim())}");
        }

        // An address in the wrong field may have a password.
        (SentName, IsReplacement) = (TargetCatalogue.IsName(name ?? "") ? name : null, !isNew);
        return await RefuseAsync(null, StatusCodes.Status400BadRequest, ct);
    }

    private async Task<IActionResult> RefuseAsync(string? sentence, int status, CancellationToken ct)
    {
        Error = sentence;
        Response.StatusCode = status;
        await LoadAsync(ct);
        return Page();
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        var described = await board.DescribeAsync();
        Default = TargetCatalogue.Default(described)?.Name;
        // An imported job may have a target of another machine with the same name.
        var jobs = (await ledger.ListAsync(new(Limit: SearchedJobs), ct)).Jobs
            .Where(job => job.Document.Environment?.Machine == Environment.MachineName).ToArray();
        WithoutDocker = [.. described.Where(target => target.IsDockerMissing)];
        Cards = await Task.WhenAll(described.Except(WithoutDocker).Select(async target =>
        {
            var test = tests.Last(target.Name);
            var job = jobs.FirstOrDefault(job => job.Document.Environment?.Targets.Any(known => known.Name == target.Name) == true)?.Document;
            var byJob = job?.Environment!.Targets.First(known => known.Name == target.Name);
            // The later of the two is used.
            var isTested = test?.Environment is not null && !(job?.StartedAt > test.At);
            var room = target.Status == TargetStatus.Unavailable ? default : await board.RoomAsync(target.Name, ct);
            return new TargetCard(target, catalogue.Find(target.Name)?.Address, added.Contains(target.Name), room, test,
                tests.IsQueued(target.Name), isTested ? test!.Environment : byJob, isTested ? test!.At : job?.StartedAt);
        }));
    }
}
