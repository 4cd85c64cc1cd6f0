using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Ledger;

namespace RedisPerf.Web.Pages.Compare;

/// <summary>Two jobs of a benchmark, case by case. The whole view is its address.</summary>
public sealed class IndexModel(Catalogue catalogue, JobLedger ledger, BaselineLedger baselines, JobPairs pairs) : PageModel
{
    private const int RecentJobs = 50;

    [BindProperty(SupportsGet = true, Name = "base")]
    public string? BaseId { get; set; }

    [BindProperty(SupportsGet = true, Name = "with")]
    public string? WithId { get; set; }

    /// <summary>An id that was pasted in the place of a choice.</summary>
    [BindProperty(SupportsGet = true, Name = "otherBase")]
    public string? OtherBase { get; set; }

    /// <inheritdoc cref="OtherBase"/>
    [BindProperty(SupportsGet = true, Name = "otherWith")]
    public string? OtherWith { get; set; }

    /// <summary>Of the chart's axes: <c>linear</c> or <c>logarithmic</c>; null for the usual one.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Scale { get; set; }

    /// <summary>What the chart shows: <c>time</c>, <c>rate</c> or one of the benchmark's own figures.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Figure { get; set; }

    /// <summary>The point of the sweep that the targets are shown side by side at.</summary>
    [BindProperty(SupportsGet = true)]
    public long? Point { get; set; }

    public JobDocument? Base { get; private set; }

    public JobDocument? With { get; private set; }

    /// <summary>Null until two jobs are there.</summary>
    public Comparison? Comparison { get; private set; }

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>Of a benchmark that is not known here nobody can tell whether its cases belong on one scale.</summary>
    public bool HasChart => Benchmark is not null && Comparison is { Cases.Count: > 0 };

    /// <summary>Why nothing is compared, in a sentence.</summary>
    public string? Trouble { get; private set; }

    /// <summary>What is still to be chosen.</summary>
    public string? Hint { get; private set; }

    /// <summary>What there is to choose from, newest first.</summary>
    public IReadOnlyList<JobDocument> Choices { get; private set; } = [];

    public IReadOnlyList<Baseline> Baselines { get; private set; } = [];

    public IReadOnlyList<StrategyLook> Looks { get; private set; } = [];

    public bool IsSwept => Comparison?.Cases.Any(@case => @case.Point is not null) == true;

    public IReadOnlyList<string> Targets => [.. Comparison!.Cases.Select(@case => @case.Target).Distinct()];

    /// <summary>The points that have a ratio on several targets.</summary>
    public IReadOnlyList<long> Points => [.. Comparison!.Cases.Where(@case => @case.Ratio is not null).Select(@case => @case.Point).OfType<long>().Distinct().Order()];

    public long? ShownPoint => Point is { } wanted && Points.Contains(wanted) ? wanted : Points is [.., var furthest] ? furthest : null;

    /// <summary>What one time is for, behind its unit: <c>/call</c>.</summary>
    public string PerOperation => Benchmark?.TimePer is { } operation ? $"/{operation}" : "";

    public async Task<IActionResult> OnGetAsync(CancellationToken ct)
    {
        // A form sends every field: what is empty or pasted is taken out of the address, so that it can be passed on.
        if (OtherBase is not null || OtherWith is not null || BaseId?.Length == 0 || WithId?.Length == 0)
        {
            return LocalRedirect(Address(First(OtherBase, BaseId), First(OtherWith, WithId), Point));
        }

        if (BaseId is not null || WithId is not null)
        {
            await LoadAsync(ct);
        }

        await LoadChoicesAsync(ct);
        return Page();
    }

    /// <summary>This view with other jobs or another point.</summary>
    public string Address(string? baseId, string? withId, long? point)
    {
        var query = new QueryBuilder();
        foreach (var (name, value) in new[] { ("base", baseId), ("with", withId), ("scale", Scale), ("figure", Figure), ("point", point?.ToString(CultureInfo.InvariantCulture)) })
        {
            if (!string.IsNullOrEmpty(value))
            {
                query.Add(name, value);
            }
        }

        return $"/compare{query}";
    }

    public StrategyLook Look(string strategy) => Looks.FirstOrDefault(look => look.Name == strategy) ?? StrategyLook.Unknown(strategy);

    /// <summary>A job in a list to choose from.</summary>
    public static string Words(JobDocument job) =>
        $"{job.Benchmark} on {string.Join(", ", job.Request.Targets)} · {job.CreatedAt.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC{(job.Note is null ? "" : $" · {job.Note}")}";

    /// <summary>What compare.js starts from.</summary>
    public string Data => JsonSerializer.Serialize(
        new
        {
            Strategies = Comparison!.Cases.Select(@case => @case.Strategy).Distinct().Select(Look),
            Document = new
            {
                Comparison.With.Benchmark,
                Comparison.With.CreatedAt,
                Request = new { Targets },
                Cases = Comparison.Cases.SelectMany(@case => new[] { Side(@case, "base"), Side(@case, "new") }).OfType<object>(),
            },
            Benchmark?.Sweep,
            Benchmark?.TimePer,
            Figures = (Benchmark?.Columns ?? []).Select(figure => new { figure.Name, figure.Label, figure.Unit, figure.Scale }),
        },
        ModelJson.Options);

    private static object? Side(CaseComparison @case, string side) => (side == "base" ? @case.Base : @case.With) is { } summary
        ? new { @case.Strategy, @case.Target, @case.Point, Side = side, Summary = ChartSummary.Of(summary) }
        : null;

    private static string? First(string? pasted, string? chosen) => string.IsNullOrWhiteSpace(pasted) ? chosen : pasted.Trim();

    private async Task LoadAsync(CancellationToken ct)
    {
        var pair = await pairs.FindAsync(BaseId, WithId, ct);
        (Base, With) = (pair.Base, pair.With);
        if (pair is not { Base: { } before, With: { } after })
        {
            // One of the two alone is half a choice, and no mistake.
            var isHalf = pair.Unknown is null && (BaseId is null || WithId is null);
            Trouble = isHalf ? null : pair.Trouble;
            Hint = !isHalf ? null : WithId is null ? "Choose the job that is to be compared with the base." : "Choose the base: no other job is pinned as the baseline here.";
            Base ??= WithId is null && Guid.TryParse(BaseId, out var only) ? await ledger.FindAsync(only, ct) : null;
            return;
        }

        Benchmark = catalogue.Find(before.Benchmark)?.Info;
        Looks = Benchmark is null ? [] : StrategyLook.For(Benchmark);
        Comparison = Comparison.Of(before, after, Benchmark);
        Trouble = Comparison.Trouble;
    }

    private async Task LoadChoicesAsync(CancellationToken ct)
    {
        Baselines = await baselines.ListAsync(ct);
        var benchmark = (With ?? Base)?.Benchmark;
        var recent = await ledger.ListAsync(new(benchmark, Limit: RecentJobs), ct);
        Choices =
        [
            .. recent.Jobs.Select(listed => listed.Document)
                .Where(job => job.State is not (JobState.Queued or JobState.Running))
                .Concat(new[] { Base, With }.OfType<JobDocument>())
                .DistinctBy(job => job.Id)
                .OrderByDescending(job => job.CreatedAt),
        ];
    }
}
