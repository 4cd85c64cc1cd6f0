using Microsoft.AspNetCore.Http.HttpResults;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Api;

/// <summary>Adds, replaces and deletes targets, if the configuration allows it.</summary>
internal static class TargetEndpoints
{
    private const string Nothing = "The request is invalid; nothing changed.";

    public static void MapTargets(this IEndpointRouteBuilder api)
    {
        api.MapPost("/targets", (HttpRequest request, AddedTargets targets, CancellationToken ct) => SaveAsync(null, request, targets, ct))
            .Accepts<NewTarget>("application/json")
            .Produces(StatusCodes.Status201Created)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .WithSummary("Add a target");
        api.MapPut("/targets/{name}",
            (string name, HttpRequest request, AddedTargets targets, CancellationToken ct) => SaveAsync(name, request, targets, ct))
            .Accepts<NewConnection>("application/json")
            .Produces(StatusCodes.Status204NoContent)
            .ProducesValidationProblem()
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .WithSummary("Replace the connection string of an added target");
        api.MapDelete("/targets/{name}", DeleteAsync)
            .Produces(StatusCodes.Status204NoContent)
            .ProducesProblem(StatusCodes.Status403Forbidden)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status409Conflict)
            .WithSummary("Delete an added target");
    }

    private static async Task<IResult> SaveAsync(string? name, HttpRequest request, AddedTargets targets, CancellationToken ct)
    {
        if (!targets.AreAllowed)
        {
            return Off();
        }

        if (name is not null && !targets.Contains(name))
        {
            return NoSuchTarget(name);
        }

        var (body, refusal) = await JsonBody.ReadAsync(request, ct);
        if (refusal is not null)
        {
            return refusal;
        }

        var wrong = new List<FieldError>();
        if (!JsonFields.Check(
            body, ["name", "connection", "user", "password"], """{"name": "staging", "connection": "host:6379", "password": "…"}""", wrong))
        {
            return Problems.Validation(wrong, Nothing);
        }

        // The address of a PUT has the name; a client may send it in the body, too.
        var (sent, connection) = (name ?? JsonFields.ReadString(body, "name", wrong), JsonFields.ReadString(body, "connection", wrong));
        var (user, password) = (JsonFields.ReadString(body, "user", wrong), JsonFields.ReadString(body, "password", wrong));
        var errors = wrong.Count > 0 ? wrong : await targets.SaveAsync(sent, connection, user, password, isNew: name is null, ct);
        return errors.Count > 0
            ? Problems.Validation(errors, Nothing)
            : name is null ? TypedResults.Created("/api/targets")
            : TypedResults.NoContent();
    }

    private static async Task<IResult> DeleteAsync(string name, AddedTargets targets, CancellationToken ct) =>
        !targets.AreAllowed ? Off() : await targets.DeleteAsync(name, ct) switch
        {
            ChangeOutcome.Changed => TypedResults.NoContent(),
            ChangeOutcome.Refused => TypedResults.Problem(AddedTargets.InUse(name).ToText(), statusCode: StatusCodes.Status409Conflict),
            _ => NoSuchTarget(name),
        };

    private static ProblemHttpResult Off() => TypedResults.Problem(AddedTargets.Disabled.ToText(), statusCode: StatusCodes.Status403Forbidden);

    private static ProblemHttpResult NoSuchTarget(string name) => TypedResults.Problem(
        $"There is no added target \"{TargetCatalogue.ToShownName(name)}\". A target of the configuration cannot be changed here.",
        statusCode: StatusCodes.Status404NotFound);

    /// <param name="Name">Letters, digits, dots, dashes and underscores, at most 40.</param>
    /// <param name="Connection">A StackExchange.Redis connection string or a URL of one server. It is stored encrypted and never returned.</param>
    /// <param name="User">Replaces the user of the connection string. Stored encrypted and never returned.</param>
    /// <param name="Password">Replaces the password of the connection string. Stored encrypted and never returned.</param>
    internal sealed record NewTarget(string Name, string Connection, string? User = null, string? Password = null);

    /// <param name="Connection">As in <see cref="NewTarget"/>.</param>
    /// <param name="User">As in <see cref="NewTarget"/>.</param>
    /// <param name="Password">As in <see cref="NewTarget"/>.</param>
    internal sealed record NewConnection(string Connection, string? User = null, string? Password = null);
}
