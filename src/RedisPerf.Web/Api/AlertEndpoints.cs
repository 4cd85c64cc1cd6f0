using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Api;

/// <summary>Lists alerts, acknowledges and silences them, and accepts their level as the new baseline.</summary>
internal static class AlertEndpoints
{
    private const string All = "all";

    public static void MapAlerts(this IEndpointRouteBuilder api)
    {
        api.MapGet("/alerts", ListAsync).Produces<AlertList>().ProducesValidationProblem()
            .WithSummary("Alerts, newest first: open alerts, or alerts in one state");
        api.MapGet("/alerts/webhook", async (WebhookSender webhook, WebhookOutbox outbox, CancellationToken ct) =>
                TypedResults.Ok(new WebhookDocument(webhook.Address, WebhookResult.Of(await outbox.LastAsync(ct)))))
            .Produces<WebhookDocument>().WithSummary("The webhook with its last outcome");
        api.MapPost("/alerts/webhook/test", TestAsync)
            .Produces<WebhookDocument>().ProducesProblem(StatusCodes.Status409Conflict).WithSummary("Send a test message to the webhook");
        Map(api, "acknowledge", (string id, AlertActions actions, AlertLedger alerts, CancellationToken ct) =>
            AnswerAsync(id, alerts, known => actions.AcknowledgeAsync(known, ct), ct), "Acknowledge an alert; it remains active");
        Map(api, "silence", SilenceAsync, "Silence an alert for a number of days")
            .Accepts<SilenceBody>(isOptional: true, "application/json")
            .ProducesValidationProblem();
        Map(api, "new-baseline", (string id, AlertActions actions, AlertLedger alerts, CancellationToken ct) => AnswerAsync(
            id, alerts, known => actions.AcceptAsBaselineAsync(known, ct), ct), "Accept the slow level as the new baseline; resolves the alert");
    }

    private static RouteHandlerBuilder Map(IEndpointRouteBuilder api, string action, Delegate answer, string summary) =>
        api.MapPost($"/alerts/{{id}}/{action}", answer)
            .Produces<AlertDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary(summary);

    private static async Task<IResult> ListAsync(AlertLedger alerts, string? state, string? limit, string? before, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var requested = state is null ? AlertState.Open : EnumWord.Read<AlertState>(state);
        if (state is not (null or All) && requested is null)
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", EnumWord.All<AlertState>())}, {All}; \"{state}\" is not."));
        }

        var (max, start) = PageQuery.Read(limit, before, PageQuery.MaximumLimit, "an alert", wrong);
        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is invalid.");
        }

        // One extra alert shows whether there is a next page.
        var found = await alerts.ListAsync(requested, null, max + 1, start, ct);
        return TypedResults.Ok(
            new AlertList([.. found.Take(max).Select(alert => new AlertDocument(alert))], found.Count > max ? found[max - 1].Id : null));
    }

    private static async Task<IResult> TestAsync(WebhookSender webhook, CancellationToken ct) =>
        await webhook.TestAsync(ct) is { } outcome
            ? TypedResults.Ok(new WebhookDocument(webhook.Address, WebhookResult.Of(outcome)))
            : TypedResults.Problem(Reason.Of(ReasonCode.WebhookMissing).ToText(), statusCode: StatusCodes.Status409Conflict);

    private static async Task<IResult> AnswerAsync(string id, AlertLedger alerts, Func<Guid, Task<ChangeOutcome>> change, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await change(known) : ChangeOutcome.NotFound) switch
        {
            ChangeOutcome.Changed when await alerts.FindAsync(known, ct) is { } alert => TypedResults.Ok(new AlertDocument(alert)),
            ChangeOutcome.Refused => TypedResults.Problem("The alert has already ended.", statusCode: StatusCodes.Status409Conflict),
            _ => TypedResults.Problem($"There is no alert \"{id}\".", statusCode: StatusCodes.Status404NotFound),
        };

    private static async Task<IResult> SilenceAsync(string id, HttpRequest request, AlertActions actions, AlertLedger alerts, CancellationToken ct)
    {
        var (days, refusal) = await ReadDaysAsync(request, ct);
        return refusal ?? await AnswerAsync(id, alerts, known => actions.SilenceAsync(known, days, ct), ct);
    }

    private static async Task<(int Days, IResult? Refusal)> ReadDaysAsync(HttpRequest request, CancellationToken ct)
    {
        if (!request.HasJsonContentType() || request.ContentLength == 0)
        {
            return (AlertActions.DefaultSilence, null);
        }

        var (body, refusal) = await JsonBody.ReadAsync(request, ct);
        if (refusal is not null)
        {
            return (0, refusal);
        }

        var wrong = new List<FieldError>();
        var days = AlertActions.DefaultSilence;
        if (JsonFields.Check(body, ["days"], """{"days": 7}""", wrong)
            && JsonFields.Find(body, "days") is { } given
            && !(given.ValueKind == JsonValueKind.Number && given.TryGetInt32(out days) && days is >= 1 and <= AlertActions.MaxSilence))
        {
            wrong.Add(new("days", string.Create(CultureInfo.InvariantCulture, $"days must be a whole number from 1 to {AlertActions.MaxSilence}.")));
        }

        return wrong.Count > 0 ? (0, Problems.Validation(wrong, "The request is invalid; nothing changed.")) : (days, null);
    }

    /// <param name="Alerts">Newest first.</param>
    /// <param name="Next">The value of <c>before</c> for the next page; null on the last page.</param>
    internal sealed record AlertList(IReadOnlyList<AlertDocument> Alerts, Guid? Next);

    /// <param name="Address">Scheme, host and port; null without a webhook.</param>
    /// <param name="Last">The last attempt to send a message; null before the first one.</param>
    internal sealed record WebhookDocument(string? Address, WebhookResult? Last);

    /// <param name="State"><c>delivered</c>, <c>waiting</c> for the next attempt, or <c>dropped</c>.</param>
    /// <param name="Error">Null for an accepted message.</param>
    internal sealed record WebhookResult(DateTimeOffset At, WebhookEvent Event, WebhookState State, Reason? Error)
    {
        public static WebhookResult? Of(WebhookOutcome? outcome) =>
            outcome is null ? null : new(outcome.At, outcome.Event, outcome.State, outcome.Reason);
    }

    /// <param name="Days">From 1 to 365; default: 7.</param>
    internal sealed record SilenceBody(int? Days);
}
