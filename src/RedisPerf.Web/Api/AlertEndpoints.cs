using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
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
        api.MapGet("/alerts", ListAsync).Produces<AlertList>().ProducesValidationProblem().WithSummary("Alerts, newest first: open alerts, or alerts in one state");
        Map(api, "acknowledge", (actions, id, _, ct) => actions.AcknowledgeAsync(id, ct), "Acknowledge an alert; it remains active");
        Map(api, "silence", (actions, id, days, ct) => actions.SilenceAsync(id, days, ct), "Silence an alert for a number of days")
            .Accepts<SilenceBody>(isOptional: true, "application/json")
            .ProducesValidationProblem();
        Map(api, "new-baseline", (actions, id, _, ct) => actions.AcceptAsBaselineAsync(id, ct), "Accept the slow level as the new baseline; resolves the alert");
    }

    private static RouteHandlerBuilder Map(IEndpointRouteBuilder api, string action, Func<AlertActions, Guid, int, CancellationToken, Task<ChangeOutcome>> change, string summary) =>
        api.MapPost($"/alerts/{{id}}/{action}", async (string id, HttpRequest request, AlertActions actions, AlertLedger alerts, CancellationToken ct) =>
            {
                var (days, refusal) = await ReadDaysAsync(request, ct);
                return refusal ?? await AnswerAsync(id, alerts, known => change(actions, known, days, ct), ct);
            })
            .Produces<AlertDocument>()
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary(summary);

    private static async Task<IResult> ListAsync(AlertLedger alerts, string? state, string? limit, string? before, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var wanted = state is null ? AlertState.Open : EnumWord.Read<AlertState>(state);
        if (state is not (null or All) && wanted is null)
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", EnumWord.All<AlertState>())}, {All}; \"{state}\" is not."));
        }

        var (most, start) = PageQuery.Read(limit, before, PageQuery.MaximumLimit, "an alert", wrong);
        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is invalid.");
        }

        // One extra alert shows whether there is a next page.
        var found = await alerts.ListAsync(wanted, null, most + 1, start, ct);
        return TypedResults.Ok(new AlertList([.. found.Take(most).Select(alert => new AlertDocument(alert))], found.Count > most ? found[most - 1].Id : null));
    }

    private static async Task<IResult> AnswerAsync(string id, AlertLedger alerts, Func<Guid, Task<ChangeOutcome>> change, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await change(known) : ChangeOutcome.NotFound) switch
        {
            ChangeOutcome.Changed when await alerts.FindAsync(known, ct) is { } alert => TypedResults.Ok(new AlertDocument(alert)),
            ChangeOutcome.Refused => TypedResults.Problem("The alert has already ended.", statusCode: StatusCodes.Status409Conflict),
            _ => TypedResults.Problem($"There is no alert \"{id}\".", statusCode: StatusCodes.Status404NotFound),
        };

    // Only silencing has a parameter. The other actions accept an empty body.
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

        if (body.ValueKind == JsonValueKind.Object && !body.TryGetProperty("days", out _))
        {
            return (AlertActions.DefaultSilence, null);
        }

        return body.ValueKind == JsonValueKind.Object && body.GetProperty("days") is { ValueKind: JsonValueKind.Number } given && given.TryGetInt32(out var days) && days is >= 1 and <= AlertActions.LongestSilence
            ? (days, null)
            : (0, Problems.Validation([new FieldError("days", string.Create(CultureInfo.InvariantCulture, $"days must be a whole number from 1 to {AlertActions.LongestSilence}."))], "The request is invalid; nothing changed."));
    }

    /// <param name="Alerts">Newest first.</param>
    /// <param name="Next">The value of <c>before</c> for the next page; null on the last page.</param>
    internal sealed record AlertList(IReadOnlyList<AlertDocument> Alerts, Guid? Next);

    /// <param name="Days">From 1 to 365; default: 7.</param>
    internal sealed record SilenceBody(int? Days);
}
