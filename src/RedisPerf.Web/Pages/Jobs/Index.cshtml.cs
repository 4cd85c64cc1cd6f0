using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Background;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>All jobs, newest first; its filters are its address.</summary>
public sealed class IndexModel(
    Catalogue catalogue, JobLedger ledger, JobHistory history, BaselineLedger baselines, QueueForecast forecast, LiveLists lists) : PageModel
{
    private const int PageLength = 50;

    // Each job is two columns of the comparison.
    private const int MaxCompared = 10;

    private HistoryNames _names = new([], [], []);
    private HashSet<Guid> _baselines = [];

    [BindProperty(SupportsGet = true)]
    public string? Benchmark { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? Target { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? State { get; set; }

    [BindProperty(SupportsGet = true)]
    public string? Schedule { get; set; }

    /// <summary>Words, or <c>#42</c>.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Search { get; set; }

    /// <summary>Starred jobs only.</summary>
    [BindProperty(SupportsGet = true)]
    public bool Starred { get; set; }

    [BindProperty(SupportsGet = true)]
    public Guid? Before { get; set; }

    public JobListing Listing { get; private set; } = new([], null);

    /// <summary>The expected starts of queued jobs, by their ids.</summary>
    public IReadOnlyDictionary<Guid, ExpectedStart> Starts { get; private set; } = new Dictionary<Guid, ExpectedStart>();

    /// <summary>The number of jobs in each state that has jobs, without filters.</summary>
    public IReadOnlyDictionary<JobState, int> Counts { get; private set; } = new Dictionary<JobState, int>();

    /// <summary>The number of jobs that match the filters, on all pages; null when they are too many to count.</summary>
    public int? Found { get; private set; }

    public string? Error { get; private set; }

    /// <summary>The ticked jobs of a refused request.</summary>
    public IReadOnlyCollection<Guid> Ticked { get; private set; } = [];

    /// <summary>The filters that are set, as in the address.</summary>
    public IEnumerable<KeyValuePair<string, string>> Filters => new (string Name, string? Value)[]
    {
        ("benchmark", Benchmark), ("target", Target), ("state", State), ("schedule", Schedule), ("search", Search), (
            "starred", Starred ? "true" : null),
    }.Where(filter => !string.IsNullOrEmpty(filter.Value)).Select(filter => KeyValuePair.Create(filter.Name, filter.Value!));

    public bool IsFiltered => Filters.Any();

    /// <summary>The choices of each list: names that can be run, names of existing jobs, and the chosen name.</summary>
    public IEnumerable<(string Name, string? Chosen, IEnumerable<string> Choices)> Lists =>
    [
        ("benchmark", Benchmark, With(catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name).Union(_names.Benchmarks), Benchmark)),
        ("target", Target, With(_names.Targets, Target)),
        ("state", State, EnumWord.All<JobState>()),
        ("schedule", Schedule, With(_names.Schedules, Schedule)),
    ];

    public Task OnGetAsync(CancellationToken ct) => LoadAsync(ct);

    /// <summary>What a job measures, without its targets.</summary>
    public string WorkOf(JobDocument job) => JobTitle.OfWork(job.Request, catalogue.Find(job.Benchmark)?.Info);

    /// <summary>What a job varies and where it runs: its strategies, its options and server settings, its clients, its nodes and its
    /// targets.</summary>
    public static IEnumerable<(string Text, string Title)> ChipsOf(JobDocument job)
    {
        var request = job.Request;
        if (request.Strategies.Count > 0)
        {
            yield return (request.Strategies is [var only] ? only : $"{request.Strategies.Count} strategies", string.Join(", ", request.Strategies));
        }

        foreach (var axis in request.Axes.Where(axis => axis.Kind is AxisKind.Option or AxisKind.Server && axis.Values.Count > 1))
        {
            yield return ($"{axis.Label} × {axis.Values.Count}", string.Join(", ", axis.Texts.Select(value => CoordinatesText.Value(axis, value))));
        }

        if (request.Clients.Count > 0)
        {
            yield return (
                request.Clients is [var client] ? $"client {client}" : $"{request.Clients.Count} clients", string.Join(", ", request.Clients));
        }

        if (request.LoadFrom > 1)
        {
            yield return ($"{request.LoadFrom} nodes", "The load comes from several nodes");
        }

        if (request.Targets.Count > 0)
        {
            yield return (string.Join(", ", request.Targets), "Targets");
        }
    }

    /// <summary>Why a job cannot be deleted; null when it can.</summary>
    public string? WhyNotDeletable(JobDocument job) =>
        job.State is JobState.Queued or JobState.Running ? $"#{job.Number} is {job.State.ToWord()}; cancel it first."
        : _baselines.Contains(job.Id) ? $"#{job.Number} is a baseline; unpin it on its page first."
        : null;

    /// <param name="job">Two or more ids, in any order: the newer jobs are compared with the oldest one.</param>
    public async Task<IActionResult> OnPostCompareAsync(Guid[] job, CancellationToken ct)
    {
        return job.Distinct().Order().ToArray() is [var oldest, .. { Length: > 0 and < MaxCompared } newer]
            ? LocalRedirect($"/compare?base={oldest}{string.Concat(newer.Select(id => $"&with={id}"))}")
            : await RefuseAsync($"Tick 2 to {MaxCompared} jobs to compare them.", job, StatusCodes.Status400BadRequest, ct);
    }

    /// <summary>Deletes all jobs, or none when one of them cannot be deleted.</summary>
    /// <param name="job">The ids.</param>
    public async Task<IActionResult> OnPostDeleteAsync(Guid[] job, CancellationToken ct)
    {
        if (job.Length == 0)
        {
            return await RefuseAsync("Tick the jobs to delete.", job, StatusCodes.Status400BadRequest, ct);
        }

        var refused = await history.DeleteAllAsync(job, ct);
        if (refused.Count > 0)
        {
            var reasons = refused.Select(each => each.Outcome == DeleteOutcome.IsBaseline
                ? $"#{each.Number} is a baseline; unpin it on its page first."
                : $"#{each.Number} is queued or running; cancel it first.");
            return await RefuseAsync($"No job was deleted. {string.Join(" ", reasons)}", job, StatusCodes.Status409Conflict, ct);
        }

        lists.Change();
        return LocalRedirect(Address(Before));
    }

    /// <param name="star">The job to mark.</param>
    /// <param name="unstar">The job to unmark.</param>
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

    /// <summary>This page with another state.</summary>
    public string StateAddress(JobState state) =>
        $"/jobs{new QueryBuilder(Filters.Where(filter => filter.Key != "state").Append(KeyValuePair.Create("state", state.ToWord())))}";

    private async Task<PageResult> RefuseAsync(string sentence, Guid[] ticked, int status, CancellationToken ct)
    {
        (Error, Ticked) = (sentence, ticked);
        Response.StatusCode = status;
        await LoadAsync(ct);
        return Page();
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        // An unknown state is ignored, so a link with a typing error shows all jobs.
        var state = Enum.TryParse<JobState>(State, ignoreCase: true, out var known) && Enum.IsDefined(known) ? known : (JobState?)null;
        _names = await history.NamesAsync(ct);
        var filter = new JobFilter(NullIfEmpty(Benchmark), state, PageLength, Before, NullIfEmpty(Target), NullIfEmpty(Schedule),
            Starred: Starred ? true : null, Search: NullIfEmpty(Search));
        Listing = await ledger.ListAsync(filter, ct);
        Starts = await forecast.StartsOfAsync(Listing.Jobs.Select(job => job.Document), ct);
        Counts = await history.CountByStateAsync(ct);
        _baselines = [.. (await baselines.ListAsync(ct)).Select(baseline => baseline.JobId)];
        Found = IsFiltered ? await history.CountAsync(filter, ct) : null;
    }

    private static string? NullIfEmpty(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private static IEnumerable<string> With(IEnumerable<string> names, string? chosen) =>
        string.IsNullOrEmpty(chosen) ? names : names.Union([chosen]);
}
