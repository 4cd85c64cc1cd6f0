using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The table of a job's cases in all renderings: its columns, and the formatted cells of a case. Each column has one unit and one
/// number of decimals, chosen for all its cells. A live row and a served row are the same row.</summary>
public sealed class CaseTable
{
    /// <summary>The benchmark's own figures among the default columns. With more, the table of some benchmarks is wider than 1280 pixels.</summary>
    private const int DefaultFigures = 2;

    private const string FloorColumn = "floor";

    private readonly JobRequest _request;
    private readonly BenchmarkInfo? _info;
    private readonly IReadOnlyList<CaseResult> _cases;
    private readonly StorageCost? _cost;
    private readonly IReadOnlySet<CaseResult> _withoutFloor;

    /// <param name="info">Its benchmark; null when the benchmark no longer exists: then the table has all columns.</param>
    /// <param name="cases">The cases so far, which determine the units.</param>
    /// <param name="cost">The cost of storage, for a column; null for no such column.</param>
    public CaseTable(JobRequest request, BenchmarkInfo? info, IReadOnlyList<CaseResult> cases, StorageCost? cost = null)
    {
        (_request, _info, _cases, _cost) = (request, info, cases, cost);
        Baseline = BenchmarkInfo.BaselineOf(request, info);
        _withoutFloor = BenchmarkSummaries.WithUnusableFloor(cases, info, request);
        Axes = [.. CoordinatesText.Columns(request).Select(OfAxis)];
        Columns = [.. Declare()];
    }

    /// <summary>The name of the column of an axis, also in addresses: <c>at.payloadBytes</c>.</summary>
    public static string NameOf(Axis axis) => $"at.{axis.Name}";

    /// <summary>The columns between the case's name and the link to its source, the most important first.</summary>
    public IReadOnlyList<TableColumn<CaseResult>> Columns { get; }

    /// <summary>The strategy that the others are compared with; null without a baseline.</summary>
    public string? Baseline { get; }

    /// <summary>A column for each axis that differs within the job, between the strategy and the other columns.</summary>
    public IReadOnlyList<TableColumn<CaseResult>> Axes { get; }

    /// <summary>The units or notes of the columns by name, for the headers of a live table.</summary>
    public IReadOnlyDictionary<string, string?> Units => Columns.ToDictionary(column => column.Name, column => column.Unit ?? column.Note);

    /// <summary>The keys of the cases whose floor is not usable in this job: see <see cref="BenchmarkSummaries.WithUnusableFloor"/>.</summary>
    public IReadOnlyList<string> WithoutFloor => [.. _withoutFloor.Select(@case => @case.Key.Id)];

    /// <summary>The names of the columns whose values have no meaning in this job so far: that of the floor when it is not usable.</summary>
    public IReadOnlyList<string> Omitted =>
        _withoutFloor.Count > 0 && _cases.All(@case => @case.Summary?.FloorRatio is null || _withoutFloor.Contains(@case)) ? [FloorColumn] : [];

    /// <summary>Equal for tables whose cells have the same format.</summary>
    public string Format => string.Concat(Columns.Select(column => column.Scale)) + string.Join(' ', WithoutFloor);

    /// <summary>The formatted row of a case.</summary>
    public CaseTableRow Row(CaseResult @case) => new(
        @case.Strategy,
        @case.Key.Id,
        @case.At.ToString(),
        Axes.ToDictionary(column => column.Name, column => column.Cell(@case).Text),
        [.. Notices(@case)],
        Columns.ToDictionary(column => column.Name, column => column.Cell(@case)),
        Failures(@case));

    // Words are sorted as in the request.
    private static TableColumn<CaseResult> OfAxis(Axis axis) => new(
        NameOf(axis), axis.Label, null, null, axis.IsNumeric ? null : "text",
        @case => @case.At[axis.Name] is null ? TableCell.None : new(CoordinatesText.Cell(@case.At, axis)))
    {
        Order = @case => @case.At[axis.Name] is not { } value ? null
            : axis.IsNumeric ? Coordinates.NumberOf(value) : axis.Texts.TakeWhile(text => text != value).Count(),
    };

    private IEnumerable<TableColumn<CaseResult>> Declare()
    {
        var time = ColumnScale.OfSeconds(
            _cases.SelectMany(@case => @case.Summary is { } summary ? new double?[] { summary.Min, summary.Median, summary.Max } : []));
        var unit = _info?.TimePer is { } operation ? $"{time.Unit}/{operation}" : time.Unit;
        var compared = _info?.ComparedFigure?.Label;
        yield return Time("median", compared ?? "median", TitleOf("Median of the runs' times", "Median"), summary => summary.Median) with
        { Style = "hero", IsDefault = true, IsAlwaysShown = true };
        string?[] baselines = [.. _request.Strategies.Select(BaselineOf).Distinct()];
        yield return new(
            "against", $"vs {(baselines is [{ } only] ? only : "baseline")}", null, JobVerdict.PairedNote(_request), "text verdict", Against)
        {
            Note = "paired",
            Term = Glossary.Paired,
            IsDefault = true,
            Order = @case =>
            IsFloor(@case) ? null : @case.Strategy == BaselineOf(@case.Strategy) ? 1 : @case.Summary?.Ratio?.Value
        };
        if (_cost is not null && _info is not { StoresData: false })
        {
            yield return _cost.ColumnOf(_cases);
        }

        yield return Time("min", "min", TitleOf("Time of the fastest run", "Minimum"), summary => summary.Min) with { IsDefault = true };
        yield return Time("mean", "mean", TitleOf("Arithmetic mean of the runs' times", "Arithmetic mean"), summary => summary.Mean) with
        { IsDefault = true, IsSecondary = true };
        yield return new("interval", "95% of mean", unit, "95% interval of the mean; requires five runs", null,
            @case => @case.Summary is { MeanLow: { } low, MeanHigh: { } high } ? new($"{time.Text(low)}–{time.Text(high)}") : TableCell.None);
        yield return Time("max", "max", TitleOf("Time of the slowest run", "Maximum"), summary => summary.Max) with { IsDefault = true };
        yield return Number("cv", "CV", "%", Glossary.Cv.Text, summary => summary.CoefficientOfVariation, 100, digits: 2) with { Term = Glossary.Cv };
        yield return Number("rate", "MB/s", null, "Useful bytes, before any encoding, by the median time",
            summary => summary.PayloadBytesPerSecond, 1e-6) with
        { IsDefault = true };
        if (_info is null or { LowerBound: not null })
        {
            var ratios = Number(FloorColumn, "× floor", null, Glossary.Floor.Text, summary => summary.FloorRatio,
                isEmpty: @case => IsFloor(@case) || _withoutFloor.Contains(@case));
            yield return ratios with
            {
                Term = Glossary.Floor,
                IsDefault = true,
                Cell = @case => _withoutFloor.Contains(@case) && !IsFloor(@case)
                    ? TableCell.None with { Title = "The floor is not usable here: a strategy took less time." }
                    : ratios.Cell(@case),
            };
        }

        if (_request.LoadFrom > 1 && _info is not { IsPaced: true })
        {
            var speedup = ColumnScale.OfNumbers(_cases.Select(CaseStatistics.Speedup), 1, 3);
            yield return new(
                "nodes", $"{_request.LoadFrom} nodes", "×", "Throughput of all nodes divided by that of the first node alone, median", null,
                @case => TableCell.Of(CaseStatistics.Speedup(@case), speedup, "×"))
            { Scale = speedup, IsDefault = true, Order = CaseStatistics.Speedup };
        }

        var bound = Text("bound", "bound by", Glossary.BoundBy.Text,
            summary => (summary.BoundBy is { } side ? new(side.ToWord()) : TableCell.None) with { Title = CaseText.Busy(summary) });
        yield return bound with { Term = Glossary.BoundBy };
        yield return Number("client-cpu", "client CPU", "%",
            "CPU time of the client divided by the time on the clock; 150% is one and a half cores", summary => summary.ClientBusy, 100, digits: 2);
        yield return Number("server-cpu", "server CPU", "%", "CPU time of the server divided by the time on the clock",
            summary => summary.ServerBusy, 100, digits: 2);
        var cpu = ColumnScale.OfSeconds(_cases.Select(CaseStatistics.ClientCpuPerOperation));
        yield return new("client-cpu-per-op", "client CPU/op", cpu.Unit, "CPU time of the client for each operation, median", null,
            @case => TableCell.Of(CaseStatistics.ClientCpuPerOperation(@case), cpu, "s"))
        { Scale = cpu, Order = CaseStatistics.ClientCpuPerOperation };
        var allocated = ColumnScale.OfNumbers(_cases.Select(CaseStatistics.AllocatedPerOperation), 1, 3);
        yield return new("allocated-per-op", "allocated/op", "bytes", "Memory that the client allocates for each operation, median", null,
            @case => TableCell.Of(CaseStatistics.AllocatedPerOperation(@case), allocated, "bytes"))
        { Scale = allocated, Order = CaseStatistics.AllocatedPerOperation };
        if (_info is null or { Encodes: true } || _cases.Any(@case => CaseStatistics.EncodeSeconds(@case) is not null))
        {
            var encode = ColumnScale.OfSeconds(_cases.Select(CaseStatistics.EncodeSeconds));
            yield return new(
                "encode", "encode", encode.Unit, "Encoding time within the run, by the median, averaged over parallel encoders", null,
                @case => TableCell.Of(CaseStatistics.EncodeSeconds(@case), encode, "s"))
            { Scale = encode, Order = CaseStatistics.EncodeSeconds };
        }

        FigureColumn[] figures = [.. (_info?.Columns ?? []).Where(figure => !figure.IsExceptional && figure.IsFor?.Invoke(_request) != false)];
        var defaults = figures.Where(figure => !figure.IsRepetition).Take(DefaultFigures).ToArray();
        foreach (var figure in figures)
        {
            // The other cost is a part of the answer.
            var isAnswer = figure.Name == _info?.OtherCost?.Figure || figure.Answers is not null;
            yield return Own(figure) with { IsDefault = isAnswer || figure.IsDefault || defaults.Contains(figure), IsAlwaysShown = isAnswer };
        }

        yield return (_info is null
            ? new("verified", "runs", null, "Timed runs that are included in the figures", null, Verified)
            : new TableColumn<CaseResult>("verified", "verified", null, "Timed runs that were read back and are correct", null, Verified)
            { Term = Glossary.Verified }) with
        { IsDefault = true, IsAlwaysShown = true, Order = @case => CaseStatistics.Timed(@case).Count };

        string TitleOf(string usual, string over) => compared is null ? usual : $"{over} over the runs of the {compared}";

        TableColumn<CaseResult> Time(string name, string header, string title, Func<Summary, double> value) =>
            Text(name, header, title, summary => TableCell.Of(value(summary), time, "s")) with
            { Unit = unit, Style = null, Scale = time, Order = @case => @case.Summary is { } summary ? value(summary) : null };
    }

    private TableColumn<CaseResult> Number(string name, string header, string? unit, string title, Func<Summary, double?> value,
        double factor = 1, int digits = 3, Predicate<CaseResult>? isEmpty = null)
    {
        var scale = ColumnScale.OfNumbers(_cases.Select(Value), factor, digits);
        return new(name, header, unit, title, null, @case => TableCell.Of(Value(@case), scale, unit ?? "")) { Scale = scale, Order = Value };

        double? Value(CaseResult @case) => @case.Summary is { } summary && isEmpty?.Invoke(@case) != true ? value(summary) : null;
    }

    private TableColumn<CaseResult> Own(FigureColumn figure)
    {
        var values = _cases.Select(@case => figure.In(@case.Summary));
        var scale = figure.IsTime ? ColumnScale.OfSeconds(values) : ColumnScale.OfNumbers(values, figure.Scale);
        return new(
            $"figure-{figure.Name}", figure.Label, figure.IsTime ? scale.Unit : null, figure.Meaning, null,
            @case => figure.In(@case.Summary) is { } value
                ? new(scale.Text(value), figure.Unit is { } unit ? NumberFormat.Exact(value, unit) : NumberFormat.Exact(value * figure.Scale, ""))
                : TableCell.None)
        {
            Scale = scale,
            Order = @case => figure.In(@case.Summary),
        };
    }

    private static TableColumn<CaseResult> Text(string name, string header, string title, Func<Summary, TableCell> cell) =>
        new(name, header, null, title, "text", @case => @case.Summary is { } summary ? cell(summary) : TableCell.None);

    private TableCell Against(CaseResult @case) =>
        IsFloor(@case) ? new(_info!.LowerBound is null ? "machine" : "floor", "", "reference")
        : @case.Strategy == BaselineOf(@case.Strategy) ? new("baseline", "", "reference")
        : @case.Summary?.Ratio is { } ratio
        ? new(NumberFormat.Comparison(ratio), NumberFormat.Exact(ratio.Value, $"times the time of {ratio.Baseline}"), ratio.Verdict.ToWord())
        : TableCell.None;

    private TableCell Verified(CaseResult @case) =>
        new(@case.Unsupported is not null
            ? "not supported"
            : string.Create(CultureInfo.InvariantCulture,
                $"{CaseStatistics.Timed(@case).Count}{(_info is null || _request.Until == RunUntil.Decided ? "" : $"/{_request.Runs}")}"));

    private IEnumerable<TableCell> Notices(CaseResult @case) =>
        from figure in _info?.Columns ?? []
        where figure.IsExceptional
        let value = figure.In(@case.Summary)
        where value is not null
        select new TableCell($"{NumberFormat.Figure(figure, value.Value)} {figure.Label}", figure.Meaning);

    private static string? Failures(CaseResult @case)
    {
        if (@case.Unsupported is { } reason)
        {
            return $"Not supported: {reason.ToText()}";
        }

        var failures = @case.Runs
            .Where(run => run.State == RunState.Failed)
            .GroupBy(run => run.Error is { } error ? ReasonText.GroupOf(error) : null)
            .Select(group => string.Create(CultureInfo.InvariantCulture,
                $"{group.Count()} of {@case.Runs.Count} runs failed: {FailureOf([.. group.Select(run => run.Error).OfType<Reason>()])}"))
            .ToArray();
        return failures.Length == 0 ? null : string.Join(" ", failures);
    }

    private static string FailureOf(IReadOnlyCollection<Reason> reasons) =>
        reasons.Count == 0 ? "The reason is unknown." : ReasonText.ToText(reasons, 1);

    private string? BaselineOf(string strategy) => BenchmarkInfo.BaselineOf(_request, _info, strategy);

    private bool IsFloor(CaseResult @case) => _info?.Floor is { } floor && @case.Strategy == floor;
}

/// <summary>The formatted row of a case.</summary>
/// <param name="Strategy">The strategy's name.</param>
/// <param name="Key">The short id of the case.</param>
/// <param name="At">The coordinates of the case as canonical text.</param>
/// <param name="Axes">The formatted coordinates, by the names of <see cref="CaseTable.Axes"/>.</param>
/// <param name="Notices">The benchmark's exceptional figures that this case has.</param>
/// <param name="Cells">By the names of the columns.</param>
/// <param name="Failures">Why the target cannot run the case, or how its runs failed, warm-ups included; null for neither.</param>
public sealed record CaseTableRow(
    string Strategy, string Key, string At, IReadOnlyDictionary<string, string> Axes, IReadOnlyList<TableCell> Notices,
    IReadOnlyDictionary<string, TableCell> Cells, string? Failures);
