using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Pages.Alerts;

/// <summary>All alerts: the lasting ones by state, and the closed ones.</summary>
public sealed class IndexModel(AlertLedger alerts, JobLedger jobs, AlertActions actions, WebhookSender webhook, WebhookOutbox outbox) : PageModel
{
    /// <summary>Ended alerts of a page. All lasting alerts are shown.</summary>
    private const int EndedShown = 50;

    private const int MaxOpenAlerts = 1_000;

    private static readonly (AlertState State, string Title)[] Lasting =
        [(AlertState.Open, "Open"), (AlertState.Acknowledged, "Acknowledged"), (AlertState.Silenced, "Silenced")];

    /// <summary>The ended alerts start after this one; null starts with the newest.</summary>
    [BindProperty(SupportsGet = true)]
    public Guid? Before { get; set; }

    /// <summary>The alerts of each state, newest first.</summary>
    public IReadOnlyList<(AlertState State, string Title, IReadOnlyList<AlertView> Alerts)> Groups { get; private set; } = [];

    public IReadOnlyList<AlertView> Ended { get; private set; } = [];

    /// <summary>The value of <see cref="Before"/> for the next page; null on the last page.</summary>
    public Guid? Next { get; private set; }

    public string? Error { get; private set; }

    /// <summary>Scheme, host and port of the webhook; null without one.</summary>
    public string? Webhook => webhook.Address;

    /// <summary>The last attempt to send a message to it; null before the first one.</summary>
    public WebhookOutcome? LastOutcome { get; private set; }

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    public async Task<IActionResult> OnPostAcknowledgeAsync(Guid alert, CancellationToken ct) =>
        await BackAsync(await actions.AcknowledgeAsync(alert, ct), ct);

    public async Task<IActionResult> OnPostSilenceAsync(Guid alert, CancellationToken ct) =>
        await BackAsync(await actions.SilenceAsync(alert, AlertActions.DefaultSilence, ct), ct);

    public async Task<IActionResult> OnPostBaselineAsync(Guid alert, CancellationToken ct) =>
        await BackAsync(await actions.AcceptAsBaselineAsync(alert, ct), ct);

    public async Task<IActionResult> OnPostTestAsync(CancellationToken ct)
    {
        if (await webhook.TestAsync(ct) is not null)
        {
            return LocalRedirect("/alerts#webhook");
        }

        Error = Reason.Of(ReasonCode.WebhookMissing).ToText();
        Response.StatusCode = StatusCodes.Status409Conflict;
        await LoadAsync(ct);
        return Page();
    }

    private async Task<IActionResult> BackAsync(ChangeOutcome outcome, CancellationToken ct)
    {
        switch (outcome)
        {
            case ChangeOutcome.Changed:
                return LocalRedirect("/alerts");
            case ChangeOutcome.Refused:
                Error = "The alert has already ended.";
                Response.StatusCode = StatusCodes.Status409Conflict;
                await LoadAsync(ct);
                return Page();
            default:
                return NotFound();
        }
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        var lasting = new List<Alert>();
        foreach (var (state, _) in Lasting)
        {
            lasting.AddRange(await alerts.ListAsync(state, null, MaxOpenAlerts, ct: ct));
        }

        // One extra alert shows whether there is a next page.
        var ended = await alerts.ListAsync(AlertState.Resolved, null, EndedShown + 1, Before, ct);
        var numbers = await jobs.NumbersAsync(lasting.Concat(ended).SelectMany(AlertView.JobsOf), ct);
        Groups = [.. Lasting.Select(
            group => (group.State, group.Title, (IReadOnlyList<AlertView>)[.. lasting.Where(alert => alert.State == group.State).Select(View)]))];
        Ended = [.. ended.Take(EndedShown).Select(View)];
        LastOutcome = await outbox.LastAsync(ct);
        Next = ended.Count > EndedShown ? Ended[^1].Alert.Id : null;

        AlertView View(Alert alert) => new(alert, numbers);
    }
}
