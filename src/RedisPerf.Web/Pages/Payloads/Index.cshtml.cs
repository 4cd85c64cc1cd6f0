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
[Upload]
[RequestSizeLimit(PayloadBoard.MaximumUploadBytes)]
// The whole form stays in memory: by default its files are written to the temporary folder of the system.
[RequestFormLimits(MultipartBodyLengthLimit = PayloadBoard.MaximumUploadBytes, MemoryBufferThreshold = PayloadBoard.MaximumUploadBytes)]
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

    /// <summary>The payload of the last upload; null after another request.</summary>
    public PayloadDescription? Added => AddedHash is { } hash ? payloads.Find(hash) : null;

    /// <summary>The hash of the payload of the last upload.</summary>
    [BindProperty(Name = "added", SupportsGet = true)]
    public string? AddedHash { get; set; }

    /// <summary>The format that was chosen for the last upload.</summary>
    public string Format { get; private set; } = PayloadInput.Auto;

    /// <summary>The form of a job that sent the refused file, with its values; null for none.</summary>
    public string? ReturnTo { get; private set; }

    /// <summary>Stores a file, and returns to the form of a job if that sent it.</summary>
    /// <param name="format">How to read the file.</param>
    /// <param name="returnTo">The address of the form of a job, on this server.</param>
    public async Task<IActionResult> OnPostAddAsync(IFormFile? file, string? format, string? returnTo, CancellationToken ct)
    {
        ReturnTo = Url.IsLocalUrl(returnTo) ? returnTo : null;
        if (file is null)
        {
            return Refuse("Choose a file.", StatusCodes.Status400BadRequest);
        }

        using var upload = UploadAttribute.Of(HttpContext);
        try
        {
            Format = format ?? PayloadInput.Auto;
            await using var content = file.OpenReadStream();
            var payload = await payloads.AddAsync(file.FileName, content, PayloadInput.FormOf(format), sentWith: null, ct);
            return LocalRedirect(ReturnTo is not null ? With(ReturnTo, payload.Hash) : $"/payloads?added={payload.Hash}");
        }
        catch (PayloadException exception)
        {
            return Refuse(exception.Reason.ToText(), StatusCodes.Status400BadRequest);
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

/// <summary>Reads the form of an upload before the antiforgery filter, at order 1000, does: for that filter, a form that cannot be read is a
/// form without a token. Only one upload is in memory at a time.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class UploadAttribute : Attribute, IAsyncAuthorizationFilter, IOrderedFilter
{
    // After the filters of the limits, at order 900.
    public int Order => 910;

    /// <summary>Ends the upload of a request.</summary>
    public static IDisposable? Of(HttpContext context) => context.Items[typeof(UploadAttribute)] as IDisposable;

    public async Task OnAuthorizationAsync(AuthorizationFilterContext context)
    {
        var request = context.HttpContext.Request;
        if (request.ContentLength > PayloadBoard.MaximumUploadBytes)
        {
            context.Result = new StatusCodeResult(StatusCodes.Status413PayloadTooLarge);
            return;
        }

        // The forms without a file are small.
        if (request.ContentType?.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase) != true)
        {
            return;
        }

        try
        {
            var upload = context.HttpContext.RequestServices.GetRequiredService<PayloadBoard>().BeginUpload(request.ContentLength);
            context.HttpContext.Items[typeof(UploadAttribute)] = upload;
            context.HttpContext.Response.RegisterForDispose(upload);
            await request.ReadFormAsync(context.HttpContext.RequestAborted);
        }
        catch (PayloadException exception)
        {
            Refuse(context, exception.Reason, StatusCodes.Status400BadRequest);
        }
        catch (UploadInProgressException exception)
        {
            Refuse(context, exception.Reason, StatusCodes.Status429TooManyRequests);
        }
        catch (BadHttpRequestException exception)
        {
            Refuse(context, exception.StatusCode == StatusCodes.Status413PayloadTooLarge ? null : Incomplete, exception.StatusCode);
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException)
        {
            Refuse(context, Incomplete, StatusCodes.Status400BadRequest);
        }
    }

    private static Reason Incomplete => Reason.Of(ReasonCode.UploadIncomplete);

    private static void Refuse(AuthorizationFilterContext context, Reason? reason, int status)
    {
        ErrorModel.Explain(context.HttpContext, reason);
        context.Result = new StatusCodeResult(status);
    }
}
