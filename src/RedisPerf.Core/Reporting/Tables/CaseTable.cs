using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The table of a job's cases on its page: its columns, and the formatted cells of a case. A live row and a served row are the same row.</summary>
public sealed class CaseTable
{
    private readonly JobRequest _request;
    private readonly BenchmarkInfo? _info;

    /// <param name="request">The job's request.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists: then the table has all columns.</param>
    public CaseTable(JobRequest request, BenchmarkInfo? info)
    {
        (_request, _info) = (request, info);
        Baseline = BenchmarkInfo.BaselineOf(request, info);
        Columns = [.. Declare()];
    }

    /// <summary>The columns between the case's name and the link to its source.</summary>
    public IReadOnlyList<TableColumn<CaseResult>> Columns { get; }

    /// <summary>The strategy that the others are compared with; null without a baseline.</summary>
    public string? Baseline { get; }

    /// <summary>The formatted row of a case.</summary>
    public CaseTableRow Row(CaseResult @case) => new(
        @case.Strategy,
        @case.Target,
        @case.Point,
        @case.Point is null ? NumberFormat.None : NumberFormat.Whole(@case.Point),
        [.. Notices(@case)],
        Columns.ToDictionary(column => column.Name, column => column.Cell(@case)),
        CaseText.Disturbances(@case),
        Failures(@case));

    private IEnumerable<TableColumn<CaseResult>> Declare()
    {
        var time = _info?.TimePer is { } operation ? $"s/{operation}" : "s";
        yield return Figure("min", "min", time, "Seconds of the fastest run", summary => TableCell.Of(summary.Min, NumberFormat.Seconds, "s"));
        yield return Figure("mean", "avg", time, "Arithmetic mean of the runs' seconds; the tooltip has its 95% interval", Mean);
        yield return Figure("max", "max", time, "Seconds of the slowest run", summary => TableCell.Of(summary.Max, NumberFormat.Seconds, "s"));
        yield return Figure("median", "median", time, "Median of the runs' seconds", summary => TableCell.Of(summary.Median, NumberFormat.Seconds, "s")) with { Style = "hero" };
        yield return Figure("cv", "CV", "%", "Coefficient of variation: standard deviation divided by the mean", summary => TableCell.Of(
            summary.CoefficientOfVariation * 100, percent => NumberFormat.Significant(percent, 2), "%"));
        yield return Figure("rate", "MB/s", null, "Useful bytes, before any encoding, by the median time", summary => summary.PayloadBytesPerSecond is { } rate
            ? new(NumberFormat.MegabytesPerSecond(rate), NumberFormat.Exact(rate, "bytes/s"))
            : new(NumberFormat.None));
        if (_info is null or { Floor: not null })
        {
            yield return new("floor", "× floor", null, "Time divided by the floor's time in the same round. The floor is the lower bound for storing the same data.", null, Floor);
        }

        yield return new("against", "against", null, "From the rounds that both ran, with the 95% interval", "text verdict", Against);
        yield return Figure("bound", "bound by", null, "The side that was busy: CPU time divided by the time on the clock, by the median. The tooltip has both shares.", summary => new(
            summary.BoundBy is { } bound ? JobText.Word(bound) : NumberFormat.None, CaseText.Busy(summary))) with
        { Style = "text" };
        if (_info is null or { Encodes: true })
        {
            yield return new("encode", "encode", "s", "Encoding time within the run, by the median, averaged over parallel encoders", null, @case => TableCell.Of(CaseStatistics.EncodeSeconds(@case), NumberFormat.Seconds, "s"));
        }

        foreach (var figure in (_info?.Columns ?? []).Where(figure => !figure.IsExceptional))
        {
            yield return Figure($"figure-{figure.Name}", figure.Label, null, figure.Meaning, summary => TableCell.Of(
                figure.In(summary), value => NumberFormat.Figure(figure, value!.Value), figure.Unit ?? ""));
        }

        yield return _info is null
            ? new("verified", "runs", null, "Timed runs that are included in the figures", null, Verified)
            : new("verified", "verified", null, "Timed runs that were read back and are correct", null, Verified);
    }

    private static TableColumn<CaseResult> Figure(string name, string header, string? unit, string title, Func<Summary, TableCell> cell) =>
        new(name, header, unit, title, null, @case => @case.Summary is { } summary ? cell(summary) : new(NumberFormat.None));

    private static TableCell Mean(Summary summary) => new(
        NumberFormat.Seconds(summary.Mean),
        summary is { MeanLow: { } low, MeanHigh: { } high }
            ? $"{NumberFormat.Exact(summary.Mean, "s")}; 95% interval {NumberFormat.Exact(low, "s")} to {NumberFormat.Exact(high, "s")}"
            : NumberFormat.Exact(summary.Mean, "s"));

    private TableCell Floor(CaseResult @case) =>
        TableCell.Of(IsFloor(@case) ? null : @case.Summary?.FloorRatio, ratio => NumberFormat.Significant(ratio), "times the floor's time");

    private TableCell Against(CaseResult @case) =>
        IsFloor(@case) ? new("floor", "", "reference")
        : @case.Strategy == Baseline ? new("baseline", "", "reference")
        : @case.Summary?.Ratio is { } ratio ? new(NumberFormat.Comparison(ratio), NumberFormat.Exact(ratio.Value, "times the baseline's time"), JobText.Word(ratio.Verdict))
        : new(NumberFormat.None);

    // A sweep has many rows: their disturbances are a tooltip, not a separate row.
    private TableCell Verified(CaseResult @case)
    {
        var timed = CaseStatistics.Timed(@case).Count;
        var text = string.Create(CultureInfo.InvariantCulture, $"{timed}{(_info is null ? "" : $"/{_request.Runs}")}");
        return @case.Point is not null && CaseText.Disturbances(@case) is { } disturbances ? new(text, disturbances, "disturbed") : new(text);
    }

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
            .Select(group => string.Create(CultureInfo.InvariantCulture, $"{group.Count()} of {@case.Runs.Count} runs failed: {FailureOf([.. group.Select(run => run.Error).OfType<Reason>()])}"))
            .ToArray();
        return failures.Length == 0 ? null : string.Join(" ", failures);
    }

    private static string FailureOf(IReadOnlyCollection<Reason> alike) => alike.Count == 0 ? "The reason is unknown." : ReasonText.ToText(alike, 1);

    private bool IsFloor(CaseResult @case) => _info?.Floor is { } floor && @case.Strategy == floor;
}

/// <summary>The formatted row of a case.</summary>
/// <param name="Strategy">With <paramref name="Target"/> and <paramref name="Point"/> the case's key.</param>
/// <param name="Target">See <paramref name="Strategy"/>.</param>
/// <param name="Point">See <paramref name="Strategy"/>.</param>
/// <param name="PointText">The formatted point.</param>
/// <param name="Notices">The benchmark's exceptional figures that this case has.</param>
/// <param name="Cells">By the names of the columns.</param>
/// <param name="Disturbances">How many runs were disturbed, and by what; null when none was.</param>
/// <param name="Failures">Why the target cannot run the case, or how its runs failed, warm-ups included; null for neither.</param>
public sealed record CaseTableRow(
    string Strategy, string Target, long? Point, string PointText, IReadOnlyList<TableCell> Notices, IReadOnlyDictionary<string, TableCell> Cells, string? Disturbances, string? Failures)
{
    /// <summary>Identifies the row in the page.</summary>
    public string Key => $"{Strategy}|{Target}|{Point}";
}
