using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger;
using RedisPerf.Web.Alerts;

namespace RedisPerf.Web.Api;

/// <summary>Alerts: listed, acknowledged, silenced, taken for the new baseline.</summary>
internal static class AlertEndpoints
{
    private const string All = "all";

    public static void MapAlerts(this IEndpointRouteBuilder api)
    {
        api.MapGet("/alerts", ListAsync).Produces<AlertList>().ProducesValidationProblem().WithSummary("Alerts, newest first: the open ones, or those of a state");
        Map(api, "acknowledge", (actions, id, _, ct) => actions.AcknowledgeAsync(id, ct), "Say that an alert is known; it lasts");
        Map(api, "silence", (actions, id, days, ct) => actions.SilenceAsync(id, days, ct), "Hear nothing of an alert for some days")
            .Accepts<SilenceBody>(isOptional: true, "application/json")
            .ProducesValidationProblem();
        Map(api, "new-baseline", (actions, id, _, ct) => actions.TakeAsBaselineAsync(id, ct), "Take the slow level for the new one; ends the alert");
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
            .WithMetadata(new RequestSizeLimitAttribute(JsonBody.MaximumBytes))
            .WithSummary(summary);

    private static async Task<IResult> ListAsync(AlertLedger alerts, string? state, string? limit, string? before, CancellationToken ct)
    {
        var wrong = new List<FieldError>();
        var wanted = state is null ? AlertState.Open : Enum.GetValues<AlertState>().Select(each => (AlertState?)each).FirstOrDefault(each => Word(each!.Value) == state);
        if (state is not (null or All) && wanted is null)
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", Enum.GetValues<AlertState>().Select(Word))}, {All}; \"{state}\" is not."));
        }

        var (most, start) = PageQuery.Read(limit, before, PageQuery.MaximumLimit, "an alert", wrong);
        if (wrong.Count > 0)
        {
            return Problems.Validation(wrong, "The query is not right.");
        }

        // One more than asked for tells whether there is a next page.
        var found = await alerts.ListAsync(wanted, null, most + 1, start, ct);
        return TypedResults.Ok(new AlertList([.. found.Take(most).Select(alert => new AlertDocument(alert))], found.Count > most ? found[most - 1].Id : null));
    }

    private static async Task<IResult> AnswerAsync(string id, AlertLedger alerts, Func<Guid, Task<ChangeOutcome>> change, CancellationToken ct) =>
        (Guid.TryParse(id, out var known) ? await change(known) : ChangeOutcome.NotFound) switch
        {
            ChangeOutcome.Changed when await alerts.FindAsync(known, ct) is { } alert => TypedResults.Ok(new AlertDocument(alert)),
            ChangeOutcome.Refused => TypedResults.Problem("The alert has ended already.", statusCode: StatusCodes.Status409Conflict),
            _ => TypedResults.Problem($"There is no alert \"{id}\".", statusCode: StatusCodes.Status404NotFound),
        };

    // Only silencing has something to say; the others take an empty body as well.
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
            : (0, Problems.Validation([new FieldError("days", string.Create(CultureInfo.InvariantCulture, $"days must be a whole number from 1 to {AlertActions.LongestSilence}."))], "The request is not right; nothing changed."));
    }

    private static string Word(AlertState state) => JsonNamingPolicy.CamelCase.ConvertName(state.ToString());

    /// <param name="Alerts">Newest first.</param>
    /// <param name="Next">What <c>before</c> asks the next page with; null when there is none.</param>
    internal sealed record AlertList(IReadOnlyList<AlertDocument> Alerts, Guid? Next);

    /// <param name="Days">From 1 to 365; 7 when left out.</param>
    internal sealed record SilenceBody(int? Days);
}
