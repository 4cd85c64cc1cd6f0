using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The short address of a job: <c>/jobs/42</c>.</summary>
public sealed class NumberModel(JobLedger ledger) : PageModel
{
    public async Task<IActionResult> OnGetAsync(long number, CancellationToken ct) =>
        await ledger.FindIdAsync(number, ct) is { } id ? LocalRedirect($"/jobs/{id}{Request.QueryString}") : NotFound();
}
