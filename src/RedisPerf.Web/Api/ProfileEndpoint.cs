using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>One side of the profile of a case, as a file for other programs.</summary>
internal static class ProfileEndpoint
{
    private static readonly string[] Formats = ["folded", "speedscope"];

    public static void MapProfile(this IEndpointRouteBuilder api) => api.MapGet("/jobs/{id}/profile", FindAsync)
        .Produces<string>(StatusCodes.Status200OK, "text/plain", "application/json")
        .ProducesValidationProblem()
        .ProducesProblem(StatusCodes.Status404NotFound)
        .WithSummary("The stacks of a profiled case: folded, or for speedscope");

    private static async Task<IResult> FindAsync(string id, string? @case, string? side, string? format, JobLedger ledger, CancellationToken ct)
    {
        if (!Guid.TryParse(id, out var known) || await ledger.FindJobAsync(known, ct) is not { } job)
        {
            return Problems.NoSuchJob(id);
        }

        var profiles = await ledger.ProfilesAsync(known, ct);
        var profile = profiles.FirstOrDefault(each => @case is null || @case == each.Case.Id || @case == each.Case.Strategy);
        if (profile is null)
        {
            return TypedResults.Problem(
                profiles.Count == 0 ? "The job has no profile." : "The job has no profile of this case.", statusCode: StatusCodes.Status404NotFound);
        }

        (side, format) = (side ?? "client", format ?? Formats[0]);
        var (name, stacks) = ProfileText.SidesOf(profile).FirstOrDefault(each => each.Name == side);
        List<FieldError> wrong =
        [
            .. name is null ? [new FieldError("side", "side must be client or server.")] : Array.Empty<FieldError>(),
            .. Formats.Contains(format) ? [] : new[] { new FieldError("format", $"format must be {string.Join(" or ", Formats)}.") },
        ];
        return wrong.Count > 0 ? Problems.Validation(wrong, "The query is invalid.")
            : stacks.Missing is { } missing ? TypedResults.Problem(missing.ToText(), statusCode: StatusCodes.Status404NotFound)
            : format == Formats[0] ? TypedResults.Text(stacks.Stacks, "text/plain; charset=utf-8")
            : TypedResults.Text(
                SpeedscopeReport.Write(stacks, $"{ProfileText.NameOf(profile.Case, job.Request)}, {name}"), "application/json; charset=utf-8");
    }
}
