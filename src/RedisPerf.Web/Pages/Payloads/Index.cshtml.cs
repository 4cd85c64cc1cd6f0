using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.RazorPages;
using Microsoft.AspNetCore.WebUtilities;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Pages.Payloads;

/// <summary>The stored payloads, with a form that adds one. The form of a job sends its uploads here too.</summary>
[UploadLimit]
[RequestSizeLimit(PayloadBoard.MaximumUploadBytes)]
[RequestFormLimits(MultipartBodyLengthLimit = PayloadBoard.MaximumUploadBytes)]
public sealed class IndexModel(PayloadBoard payloads, Catalogue catalogue) : PageModel
{
    /// <summary>The names of the benchmarks that measure with the values of a user.</summary>
    public IReadOnlyList<string> Benchmarks { get; } =
        [.. catalogue.Benchmarks.Where(benchmark => benchmark.Info.CheckPayload is not null).Select(benchmark => benchmark.Info.Name)];

    public IReadOnlyList<PayloadDescription> Payloads => payloads.List();

    /// <summary>The existing servers.</summary>
    public IReadOnlyList<string> Servers => payloads.Servers;

    /// <summary>The form of a sample as it was sent; null when it was not sent.</summary>
    public SampleForm? Sample { get; private set; }

    /// <summary>A sentence about the last request; null without an error.</summary>
    public string? Error { get; private set; }

    public void OnGet()
    {
    }

    /// <summary>Stores a file, and returns to the form of a job if that sent it.</summary>
    /// <param name="returnTo">The address of the form of a job, on this server.</param>
    public async Task<IActionResult> OnPostAddAsync(IFormFile? file, string? returnTo, CancellationToken ct)
    {
        if (file is null)
        {
            return Refuse("Choose a file.", StatusCodes.Status400BadRequest);
        }

        try
        {
            await using var content = file.OpenReadStream();
            var payload = await payloads.AddAsync(file.FileName, content, PayloadInput.HasLines(file.FileName), ct);
            return Url.IsLocalUrl(returnTo) ? LocalRedirect(With(returnTo, payload.Hash)) : LocalRedirect("/payloads");
        }
        catch (PayloadException exception)
        {
            return Refuse(exception.Reason.ToText(), StatusCodes.Status400BadRequest);
        }
        catch (UploadInProgressException exception)
        {
            return Refuse(exception.Reason.ToText(), StatusCodes.Status429TooManyRequests);
        }
    }

    /// <summary>Reads values of existing keys and stores them.</summary>
    public async Task<IActionResult> OnPostSampleAsync(
        string? target, string? pattern, int count, SampleType? type, bool confirm, CancellationToken ct)
    {
        Sample = new(target, pattern, count, type, confirm);
        if (type is not { } known || !Enum.IsDefined(known))
        {
            return Refuse("Choose string keys or fields of hashes.", StatusCodes.Status400BadRequest);
        }

        try
        {
            await payloads.SampleAsync(target ?? "", pattern ?? "", count, known, confirm, ct);
            return LocalRedirect("/payloads");
        }
        catch (PayloadException exception)
        {
            return Refuse(exception.Reason.ToText(), StatusCodes.Status400BadRequest);
        }
    }

    public async Task<IActionResult> OnPostDeleteAsync(string? hash, CancellationToken ct) => await payloads.DeleteAsync(hash ?? "", ct) switch
    {
        ChangeOutcome.Changed => LocalRedirect("/payloads"),
        ChangeOutcome.Refused => Refuse("A queued or running job uses the payload.", StatusCodes.Status409Conflict),
        _ => NotFound(),
    };

    // The same form with the new payload.
    private static string With(string address, string hash)
    {
        var path = address.Split('?')[0];
        var query = QueryHelpers.ParseQuery(address[path.Length..]);
        query[RequestFields.Payload] = hash;
        return path + new QueryBuilder(query);
    }

    /// <summary>The inputs of the form of a sample.</summary>
    public sealed record SampleForm(string? Target, string? Pattern, int Count, SampleType? Type, bool Confirm);

    private PageResult Refuse(string error, int status)
    {
        Error = error;
        Response.StatusCode = status;
        return Page();
    }
}

/// <summary>Answers 413 before the antiforgery filter, at order 1000, reads the form: a form that it cannot read is an
/// invalid token for it.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class UploadLimitAttribute : Attribute, IAuthorizationFilter, IOrderedFilter
{
    public int Order => 900;

    public void OnAuthorization(AuthorizationFilterContext context)
    {
        if (context.HttpContext.Request.ContentLength > PayloadBoard.MaximumUploadBytes)
        {
            context.Result = new StatusCodeResult(StatusCodes.Status413PayloadTooLarge);
        }
    }
}
