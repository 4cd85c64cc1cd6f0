using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>All jobs, newest first; its filters are its address.</summary>
public sealed class IndexModel(Catalogue catalogue, JobLedger ledger, JobHistory history) : PageModel
{
    private const int PageLength = 50;

    private HistoryNames _names = new([], [], []);

    [BindProperty(SupportsGet = true)]
    public string? Benchmark { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? Target { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? State { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? Schedule { get; set; }

    /// <summary>Part of a note.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Note { get; set; }

    /// <summary>Starred jobs only.</summary>
    [BindProperty(SupportsGet = true)]
    public bool Starred { get; set; }

    [BindProperty(SupportsGet = true)]
    public Guid? Before { get; set; }

    public JobListing Listing { get; private set; } = new([], null);

    public string? Trouble { get; private set; }

    /// <summary>The filters that are set, as in the address.</summary>
    public IEnumerable<KeyValuePair<string, string>> Filters => new (string Name, string? Value)[]
    {
        ("benchmark", Benchmark), ("target", Target), ("state", State), ("schedule", Schedule), ("note", Note), ("starred", Starred ? "true" : null),
    }.Where(filter => !string.IsNullOrEmpty(filter.Value)).Select(filter => KeyValuePair.Create(filter.Name, filter.Value!));

    public bool IsFiltered => Filters.Any();

    /// <summary>The choices of each list: names that can be run, names of existing jobs, and the chosen name.</summary>
    public IEnumerable<(string Name, string? Chosen, IEnumerable<string> Choices)> Lists =>
    [
        ("benchmark", Benchmark, With(catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name).Union(_names.Benchmarks), Benchmark)),
        ("target", Target, With(_names.Targets, Target)),
        ("state", State, Enum.GetNames<JobState>().Select(name => name.ToLowerInvariant())),
        ("schedule", Schedule, With(_names.Schedules, Schedule)),
    ];

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    /// <param name="job">Two ids, in any order: the newer job is compared with the older one.</param>
    /// <param name="ct">Cancels the operation.</param>
    public async Task<IActionResult> OnGetCompareAsync(Guid[] job, CancellationToken ct)
    {
        if (job.Distinct().Order().ToArray() is [var older, var newer])
        {
            return LocalRedirect($"/compare?base={older}&with={newer}");
        }

        Trouble = job.Length < 2 ? "Tick two jobs to compare them." : $"Two jobs can be compared at a time; {job.Length} are ticked.";
        await LoadAsync(ct);
        return Page();
    }

    /// <param name="star">The job to mark.</param>
    /// <param name="unstar">The job to unmark.</param>
    /// <param name="ct">Cancels the operation.</param>
    public async Task<IActionResult> OnPostStarAsync(Guid? star, Guid? unstar, CancellationToken ct) =>
        (star ?? unstar) is { } id && await history.StarAsync(id, star is not null, ct)
            ? LocalRedirect($"{Address(Before)}#job-{id}")
            : NotFound();

    /// <summary>This page with its filters.</summary>
    /// <param name="before">Where it starts; null at the newest.</param>
    /// <param name="handler">Null for the page itself.</param>
    public string Address(Guid? before, string? handler = null)
    {
        var query = new QueryBuilder(Filters);
        if (before is { } id)
        {
            query.Add("before", id.ToString());
        }

        if (handler is not null)
        {
            query.Add("handler", handler);
        }

        return $"/jobs{query}";
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        // An unknown state is ignored, so a link with a typing error shows all jobs.
        var state = Enum.TryParse<JobState>(State, ignoreCase: true, out var known) && Enum.IsDefined(known) ? known : (JobState?)null;
        _names = await history.NamesAsync(ct);
        Listing = await ledger.ListAsync(
            new(Given(Benchmark), state, PageLength, Before, Given(Target), Given(Schedule), Given(Note), Starred ? true : null), ct);
    }

    private static string? Given(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private static IEnumerable<string> With(IEnumerable<string> names, string? chosen) => string.IsNullOrEmpty(chosen) ? names : names.Union([chosen]);
}
