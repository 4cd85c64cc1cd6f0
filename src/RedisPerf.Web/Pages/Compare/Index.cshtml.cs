using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Comparisons;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Compare;

/// <summary>Compares two jobs of a benchmark, case by case. The address contains the whole selection.</summary>
public sealed class IndexModel(Catalogue catalogue, JobLedger ledger, BaselineLedger baselines, JobPairs pairs) : PageModel
{
    private const int RecentJobs = 50;

    // With several jobs, all of them, comparable or not.
    private IReadOnlyList<JobReference> _others = [];

    // The summaries of both jobs whose floor is not usable in their job, by reference: the coordinates of a comparison are those of the base.
    private HashSet<Summary> _withoutFloor = [];

    [BindProperty(SupportsGet = true, Name = "base")]
    public string? BaseId { get; set; }

    /// <summary>The jobs that are compared with the base.</summary>
    [BindProperty(SupportsGet = true, Name = "with")]
    public IReadOnlyList<string?> WithIds { get; set; } = [];

    /// <summary>The scale of the chart: <c>linear</c> or <c>logarithmic</c>; null for the default.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Scale { get; set; }

    /// <summary>The figure in the chart: <c>time</c>, <c>rate</c> or a figure of the benchmark.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Figure { get; set; }

    /// <summary>The position on the curve in the table of panels.</summary>
    [BindProperty(SupportsGet = true)]
    public double? Point { get; set; }

    public JobDocument? Base { get; private set; }

    /// <summary>The first job that is compared with the base.</summary>
    public JobDocument? With { get; private set; }

    /// <summary>With several jobs, their comparison with the base; null for a pair, and when none can.</summary>
    public ComparedJobs? Several { get; private set; }

    /// <summary>The comparison of <see cref="With"/>; null until two jobs are selected.</summary>
    public Comparison? Comparison { get; private set; }

    /// <summary>Whether one job is compared with the base, not several.</summary>
    public bool IsPair => WithIds.Count < 2;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>False for an unknown benchmark, because its cases may not fit on one scale.</summary>
    public bool HasChart => IsPair && Benchmark is not null && Comparison is { Cases.Count: > 0 };

    /// <summary>Sentences with the reasons why jobs cannot be compared; empty when all can.</summary>
    public IReadOnlyList<string> Errors { get; private set; } = [];

    /// <summary>Why the floor of a job is not usable; empty when it is.</summary>
    public IReadOnlyList<string> FloorWarnings { get; private set; } = [];

    /// <summary>Whether the chart has a line for the floor of a job.</summary>
    public bool HasFloor => Comparison!.Machine.SelectMany(@case => new[] { @case.Base, @case.With }).OfType<Summary>()
        .Any(summary => summary.FloorRatio is not null && !_withoutFloor.Contains(summary));

    /// <summary>A hint about the selection.</summary>
    public string? Hint { get; private set; }

    /// <summary>The jobs to select from, newest first.</summary>
    public IReadOnlyList<JobDocument> Choices { get; private set; } = [];

    /// <summary>The field of the base.</summary>
    public Choice BaseChoice => ChoiceOf(Base?.Id.ToString() ?? BaseId);

    /// <summary>The fields of the jobs that are compared with the base.</summary>
    public IEnumerable<Choice> WithChoices => WithIds.Select(ChoiceOf);

    /// <summary>The ids of the selected jobs.</summary>
    public IReadOnlyList<string> ChosenIds => [.. WithIds.Append(BaseId).OfType<string>()];

    public IReadOnlyList<Baseline> Baselines { get; private set; } = [];

    public IReadOnlyList<StrategyStyle> Looks { get; private set; } = [];

    /// <summary>The request whose axes describe the cases: that of the job that varies most.</summary>
    public JobRequest CaseRequest { get; private set; } = JobRequest.None;

    /// <summary>Whether a case has a position on the curve.</summary>
    public bool HasCurve => (Several?.Others ?? [Comparison!]).SelectMany(comparison => comparison.Cases)
        .Any(@case => CaseRequest.PointOf(@case.At) is not null);

    /// <summary>The coordinates of the cases on all axes but that of the curve.</summary>
    public IReadOnlyList<Coordinates> Panels => Coordinates.Outermost(Comparison!.Cases.Select(@case => CaseRequest.PanelOf(@case.At)));

    /// <summary>The positions on the curve with a ratio.</summary>
    public IReadOnlyList<double> Points => [.. Comparison!.Cases.Where(@case => @case.Ratio is not null)
        .Select(@case => CaseRequest.PointOf(@case.At)).OfType<double>().Distinct().Order()];

    public double? ShownPoint => Point is { } selected && Points.Contains(selected) ? selected : Points is [.., var last] ? last : null;

    /// <summary>The suffix of the time unit, such as <c>/call</c>.</summary>
    public string PerOperation => Benchmark?.TimePer is { } operation ? $"/{operation}"
        : Several?.PerItem ?? Comparison?.PerItem ?? false ? "/item" : "";

    /// <summary>The address of the report of several jobs.</summary>
    public static string ReportAddress(ComparedJobs jobs) =>
        $"/api/compare.html?base={jobs.Base.Id}{string.Concat(jobs.Others.Select(other => $"&with={other.With.Id}"))}";

    public async Task<IActionResult> OnGetAsync(CancellationToken ct)
    {
        // The form sends every field, and numbers. A redirect removes empty fields and replaces numbers by ids, so the
        // address can be shared.
        var (baseId, withIds) = (await IdAsync(BaseId, ct), new List<string>());
        foreach (var with in WithIds)
        {
            if (await IdAsync(with, ct) is { } id && !withIds.Contains(id))
            {
                withIds.Add(id);
            }
        }

        if (baseId != BaseId || !withIds.SequenceEqual(WithIds))
        {
            return LocalRedirect(Address(baseId, withIds, Point));
        }

        if (BaseId is not null || WithIds.Count > 0)
        {
            await LoadAsync(ct);
        }

        await LoadChoicesAsync(ct);
        return Page();
    }

    /// <summary>The address of this page with another base and one other job.</summary>
    public string Address(string? baseId, string? withId, double? point) => Address(baseId, withId is null ? [] : [withId], point);

    /// <summary>The address of this page with other jobs or another point.</summary>
    public string Address(string? baseId, IEnumerable<string> withIds, double? point)
    {
        var query = new QueryBuilder();
        foreach (var (name, value) in withIds.Select(id => ("with", (string?)id)).Prepend(("base", baseId))
            .Concat([("scale", Scale), ("figure", Figure), ("point", point is { } shown ? Coordinates.TextOf(shown) : null)]))
        {
            if (!string.IsNullOrEmpty(value))
            {
                query.Add(name, value);
            }
        }

        return $"/compare{query}";
    }

    public StrategyStyle Look(string strategy) => Looks.FirstOrDefault(look => look.Name == strategy) ?? StrategyStyle.Unknown(strategy);

    /// <summary>The text of a job in the selection.</summary>
    public static string Label(JobDocument job) =>
        $"#{job.Number} {job.Title} · {job.CreatedAt.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} "
        + $"UTC{(job.Note is null ? "" : $" · {job.Note}")}";

    /// <summary>The input of compare.js.</summary>
    public string Data => JsonSerializer.Serialize(
        new
        {
            Strategies = Comparison!.Cases.Select(@case => @case.Strategy).Distinct().Select(Look),
            Document = new
            {
                Comparison.With.Benchmark,
                Comparison.With.CreatedAt,
                Request = new { Panels = NamedPanels(), Along = CaseRequest.Curve?.Name },
                Cases = Comparison.Cases.SelectMany(@case => new[] { Side(@case, "base"), Side(@case, "new") }).OfType<object>(),
            },
            Axis = HasCurve ? CurveAxis.Of(CaseRequest.Curve) : null,
            Benchmark?.TimePer,
            Benchmark?.TimeLabel,
            Figures = (Benchmark?.Columns ?? []).Where(figure => !figure.IsRepetition)
                .Select(figure => new { figure.Name, figure.Label, figure.IsTime, figure.Scale }),
        },
        ModelJson.Options);

    /// <summary>The text of coordinates, without the position on the curve: <c>local with client 2.13.17</c>.</summary>
    public string Place(Coordinates at)
    {
        var others = CoordinatesText.Options(CaseRequest.PanelOf(at), CaseRequest).ToArray();
        return $"{CoordinatesText.Place(at)}{(others.Length == 0 ? "" : $" at {string.Join(" and ", others)}")}";
    }

    private IEnumerable<PanelName> NamedPanels()
    {
        var all = Comparison!.Cases.Select(@case => CaseRequest.PanelOf(@case.At)).Distinct().ToArray();
        return all.Select(at => new PanelName(at, all.Length > 1 ? $" on {Place(at)}" : ""));
    }

    private object? Side(CaseComparison @case, string side) => (side == "base" ? @case.Base : @case.With) is { } summary
        ? new
        {
            Key = @case.Key.Id,
            @case.Strategy,
            @case.At,
            Side = side,
            Summary = ChartSummary.Of(summary),
            WithoutFloor = _withoutFloor.Contains(summary),
        }
        : null;

    /// <summary>The id of <c>#42</c>, <c>42</c> or of an id; null for an empty text, and the text itself when there is no such job.</summary>
    private async Task<string?> IdAsync(string? text, CancellationToken ct) =>
        string.IsNullOrWhiteSpace(text) ? null
        : await ledger.FindIdAsync(text, ct) is { } id ? id.ToString()
        : text.Trim();

    private Choice ChoiceOf(string? text)
    {
        var known = new[] { Base, With }.OfType<JobDocument>().Select(JobReference.Of).Concat(_others);
        return Guid.TryParse(text, out var id) && known.FirstOrDefault(job => job.Id == id) is { } job ? new($"#{job.Number}", job) : new(text, null);
    }

    private async Task LoadAsync(CancellationToken ct)
    {
        var withId = WithIds is [var first, ..] ? first : null;
        var pair = await pairs.FindAsync(BaseId, withId, ct);
        (Base, With) = (pair.Base, pair.With);
        if (pair is not { Base: { } before, With: { } after })
        {
            // The numbers of existing jobs have been replaced by their ids.
            var missing = pair.Unknown ?? WithIds.Prepend(BaseId).FirstOrDefault(text => text is not null && JobLedger.IsNumber(text, out _));

            // One selected job is an incomplete selection, not an error.
            var isHalf = missing is null && (BaseId is null || withId is null);
            Errors = isHalf ? [] : missing is not null ? [NoSuchJob(missing)] : [.. pair.Wrong.Select(error => error.Message)];
            Hint = !isHalf
                ? null
                : withId is null ? "Choose the job to compare with the base."
                : "Choose the base: no other job is pinned as the baseline.";
            return;
        }

        Benchmark = catalogue.Find(before.Benchmark)?.Info;
        Looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        Comparison = Comparison.Of(before, after, Benchmark);
        JobDocument[] both = [before, after];
        _withoutFloor = both.SelectMany(job => BenchmarkSummaries.WithUnusableFloor(job.Cases, Benchmark, job.Request))
            .Select(@case => @case.Summary).OfType<Summary>().ToHashSet<Summary>(ReferenceEqualityComparer.Instance);
        FloorWarnings = [.. both.SelectMany(job => JobVerdict.WarningsOf(job, Benchmark).Select(warning => $"#{job.Number}: {warning}"))];
        CaseRequest = WithMostAxes(before.Request, after.Request);
        if (!IsPair)
        {
            await LoadSeveralAsync(before, Comparison, ct);
            return;
        }

        Errors = Comparison.Trouble is { } trouble ? [trouble] : [];
        Hint = before.Id == after.Id ? "The base and the new job are the same job." : null;
    }

    private async Task LoadSeveralAsync(JobDocument before, Comparison first, CancellationToken ct)
    {
        var (several, errors) = (new List<Comparison> { first }, new List<string>());
        foreach (var id in WithIds.Skip(1))
        {
            if (Guid.TryParse(id, out var known) && await ledger.FindAsync(known, ct) is { } after)
            {
                several.Add(Comparison.Of(before, after, Benchmark));
                CaseRequest = WithMostAxes(CaseRequest, after.Request);
            }
            else
            {
                errors.Add(NoSuchJob(id!));
            }
        }

        _others = [.. several.Select(comparison => comparison.With)];
        Several = ComparedJobs.Of(several);
        Errors = [.. several.Where(comparison => comparison.Trouble is not null).Select(wrong => $"#{wrong.With.Number}: {wrong.Trouble}"),
            .. errors];
    }

    private static JobRequest WithMostAxes(JobRequest one, JobRequest other) =>
        new[] { one, other }.MaxBy(request => request.Axes.Count(axis => axis.Kind is AxisKind.Option or AxisKind.Server))!;

    private static string NoSuchJob(string text) => $"There is no job \"{text}\"; it may have been deleted.";

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

    /// <summary>A field of the form.</summary>
    /// <param name="Text">The number of the job, or the text that names no job; null for an empty field.</param>
    /// <param name="Job">Null when there is no such job.</param>
    public sealed record Choice(string? Text, JobReference? Job);
}
