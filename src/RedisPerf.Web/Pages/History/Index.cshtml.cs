using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Pages.History;

/// <summary>All jobs, newest first.</summary>
public sealed class IndexModel(Catalogue catalogue, JobLedger ledger) : PageModel
{
    private const int PageLength = 50;

    /// <summary>Those that can be run, and those that were only imported.</summary>
    public IEnumerable<string> Benchmarks { get; private set; } = [];

    [BindProperty(SupportsGet = true)]
    public string? Benchmark { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? State { get; set; }

    [BindProperty(SupportsGet = true)]
    public Guid? Before { get; set; }

    public JobListing Listing { get; private set; } = new([], null);

    public bool IsFiltered => !string.IsNullOrEmpty(Benchmark) || !string.IsNullOrEmpty(State);

    public async Task OnGetAsync(CancellationToken ct)
    {
        // A word that is no state shows all: a link with a slip in it is still of use.
        var state = Enum.TryParse<JobState>(State, ignoreCase: true, out var known) && Enum.IsDefined(known) ? known : (JobState?)null;
        Benchmarks = catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name).Union(await ledger.BenchmarksAsync(ct));
        Listing = await ledger.ListAsync(new JobFilter(string.IsNullOrEmpty(Benchmark) ? null : Benchmark, state, PageLength, Before), ct);
    }
}
