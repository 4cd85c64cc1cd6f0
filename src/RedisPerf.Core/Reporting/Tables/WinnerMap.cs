using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The fastest strategy at each pair of values of two axes of numbers, among strategies that do the same work at the same other
/// coordinates.</summary>
/// <param name="Title">Names the work and the other coordinates; empty when neither differs within the job.</param>
/// <param name="X">The axis of the columns: that of the curves, when it is one of the two.</param>
/// <param name="Y">The axis of the rows.</param>
/// <param name="Cells">One for each pair of values, in ascending order, row by row.</param>
public sealed record WinnerMap(string Title, Axis X, Axis Y, IReadOnlyList<WinnerMapCell> Cells)
{
    /// <summary>The values of the columns in ascending order.</summary>
    public IReadOnlyList<double> Columns { get; } = ValuesOf(X);

    /// <summary>The values of the rows in ascending order.</summary>
    public IReadOnlyList<double> Rows { get; } = ValuesOf(Y);

    /// <summary>In how many cells which strategy is the fastest: <c>Fastest: `lz4` at 7 of 12 pairs of values, `batch` at 3; not decided at
    /// 1; equally fast at 1.</c></summary>
    public string Sentence => Headline.Sentence("", Count);

    /// <summary>The same for an answer card, with the work and the other coordinates.</summary>
    internal string Answer => Headline.Sentence(Place, Count);

    /// <summary>The start of <see cref="Answer"/>; empty when there is one map.</summary>
    private string Place { get; init; } = "";

    private string Count
    {
        get
        {
            var winners = Cells.Where(cell => cell.Winner is not null).GroupBy(cell => cell.Winner).OrderByDescending(same => same.Count())
                .Select((same, index) => $"`{same.Key}` at {NumberFormat.Whole(same.Count())}{(index == 0 ? $" of {PairsOf(Cells.Count)}" : "")}");
            string[] parts =
            [
                Headline.List(winners) is { Length: > 0 } list ? $"fastest: {list}" : "no strategy is decided to be the fastest",
                .. Cells.Where(cell => cell.Winner is null).GroupBy(cell => cell.Label).OrderBy(same => same.First().State)
                    .Select(same => $"{same.Key} at "
                        + (same.Count() == Cells.Count ? $"all {PairsOf(Cells.Count)}" : NumberFormat.Whole(same.Count()))),
            ];
            return $"{string.Join("; ", parts)}.";
        }
    }

    /// <summary>The maps of a job with exactly two axes of numbers that have several values. Empty for another job, for one without results, and
    /// where no strategies can be compared.</summary>
    /// <param name="document">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="isShown">The maps to include, by their other coordinates; null for all.</param>
    public static IReadOnlyList<WinnerMap> Of(JobDocument document, BenchmarkInfo? info, Func<Coordinates, bool>? isShown = null)
    {
        var request = document.Request;
        if (info?.Compares(request) != true || document.Cases.All(@case => @case.Summary is null)
            || request.Axes.Where(axis => axis.IsNumeric && axis.Values.Count > 1).OrderBy(axis => axis.Name != request.Curve?.Name).ToArray()
                is not [var x, var y])
        {
            return [];
        }

        (string Strategy, Coordinates At)[] keys =
        [
            .. ExpectedCases.Of(request, info, omitted: null).Concat(document.Cases.Select(@case => @case.Key))
                .Where(key => key.Strategy != info.Floor)
                .Select(key => (key.Strategy, key.At.Without(x.Name).Without(y.Name))),
        ];
        return
        [
            .. from at in Coordinates.Outermost(keys.Select(key => key.At)).Order(request.Order)
               where isShown?.Invoke(at) != false
               from strategies in keys.Where(key => key.At.IsWithin(at)).Select(key => key.Strategy).Distinct().GroupBy(info.WorkOf)
                   .OrderBy(same => info.Strategies.TakeWhile(strategy => strategy.Work != same.Key).Count())
               where strategies.Count() > 1
               select Of(at, x, y, [.. strategies], document, info),
        ];
    }

    /// <summary>The cell whose values are nearest to a point.</summary>
    /// <returns>Null when the point is outside of the measured values.</returns>
    public WinnerMapCell? Nearest(MapPoint point) => MapPoint.PlaceOf(point[X], Columns) is { } column && MapPoint.PlaceOf(point[Y], Rows) is { } row
        ? Cells[((int)Math.Round(row) * Columns.Count) + (int)Math.Round(column)]
        : null;

    private static WinnerMap Of(Coordinates at, Axis x, Axis y, string[] strategies, JobDocument document, BenchmarkInfo info)
    {
        CaseResult[] cases = [.. document.Cases.Where(@case => strategies.Contains(@case.Strategy))];
        var own = info.WorkOf(strategies[0]);
        var work = document.Cases.Any(@case => info.WorkOf(@case.Strategy) != own) ? own : null;
        string[] title =
        [
            .. work is not null ? [work] : Array.Empty<string>(),
            .. CoordinatesText.Title(at, document.Request, x.Name) is { Length: > 0 } place ? [place] : Array.Empty<string>(),
        ];
        return new(string.Join(" · ", title), x, y,
        [
            .. from row in ValuesOf(y)
               from column in ValuesOf(x)
               let pair = at.With(x.Name, Coordinates.TextOf(column)).With(y.Name, Coordinates.TextOf(row))
               select WinnerMapCell.Of(pair, [.. cases.Where(@case => @case.At.IsWithin(pair))], document, info),
        ])
        {
            Place = Headline.Where(at, work, null, document, isSoFar: document.State == JobState.Running),
        };
    }

    private static double[] ValuesOf(Axis axis) =>
        [.. axis.Texts.Select(text => Coordinates.None.With(axis.Name, text).Number(axis.Name)!.Value).Distinct().Order()];

    private static string PairsOf(int count) => $"{NumberFormat.Whole(count)} pairs of values";
}

/// <summary>The answer at one pair of values.</summary>
/// <param name="At">All coordinates.</param>
/// <param name="State">Whether a strategy is the fastest.</param>
/// <param name="Winner">The strategy that is the fastest; null when it is not decided.</param>
/// <param name="Label">At most three words: the strategy, or the reason why it is not decided.</param>
/// <param name="Words">The same with the time and the reason, without a period; names in backticks.</param>
public sealed record WinnerMapCell(Coordinates At, WinnerMapState State, string? Winner, string Label, string Words)
{
    /// <summary>Further reasons are with the runs.</summary>
    private const int MaxReasons = 3;

    /// <param name="at">The coordinates of the cell.</param>
    /// <param name="cases">The cases of the strategies at these coordinates.</param>
    internal static WinnerMapCell Of(Coordinates at, IReadOnlyList<CaseResult> cases, JobDocument document, BenchmarkInfo info)
    {
        if (cases.All(@case => @case.Summary is null))
        {
            return new(at, WinnerMapState.Empty, null, "no result", $"no result: {ReasonOf(cases, document.State)}");
        }

        if (Headline.WithoutWinner(document.State) is { } reason)
        {
            return new(at, WinnerMapState.Open, null, "no winner", reason);
        }

        var ranking = JobRanking.Of(cases, info, document.Request);
        var unranked = ranking.Unranked.Count == 0 ? "" : $"; too few rounds: {Headline.Names(ranking.Unranked)}";
        return ranking switch
        {
            { First: [] } => Open("too few rounds", $"too few rounds for a comparison: {Ranking.MinRounds} are needed"),
            { First: [var only], Others: [] } => Open("one strategy", $"only {Headline.Name(only)} has enough rounds"),
            { Winner: { } winner } => new(at, WinnerMapState.Decided, winner.Strategy, winner.Strategy,
                $"{Headline.Name(winner)} is fastest: {Time(winner)}; next: {Headline.Name(ranking.Others[0])}, {Time(ranking.Others[0])}{unranked}"),
            { Lead: Lead.Shared } => Open("equally fast", $"{Headline.Names(ranking.First)} are equally fast: {Time(ranking.First[0])}"),
            _ => Open("not decided", $"not decided: lowest so far {Headline.Name(ranking.First[0])}, {Time(ranking.First[0])}"),
        };

        WinnerMapCell Open(string label, string words) => new(at, WinnerMapState.Open, null, label, words + unranked);
    }

    private static string ReasonOf(IReadOnlyList<CaseResult> cases, JobState state)
    {
        string[] reasons =
        [
            .. cases.Select(@case => @case.Unsupported.ToText())
                .Concat(cases.SelectMany(@case => @case.Runs).Where(run => !run.ExcludedByUser).Select(run => run.Error.ToText()))
                .OfType<string>().Select(text => text.TrimEnd('.')).Distinct().Take(MaxReasons),
        ];
        return reasons.Length > 0 ? string.Join("; ", reasons)
            : cases.Any(@case => @case.Runs.Any(run => run.ExcludedByUser)) ? "the runs are excluded"
            : state is JobState.Queued or JobState.Running ? "not measured yet"
            : "not measured";
    }

    private static string Time(CaseResult @case) => NumberFormat.SecondsWithUnit(@case.Summary!.Median);
}

/// <summary>The knowledge about the fastest strategy of a cell.</summary>
public enum WinnerMapState
{
    /// <summary>One strategy is faster than each other one.</summary>
    Decided,

    /// <summary>There are results, and no strategy is decided to be the fastest.</summary>
    Open,

    /// <summary>No strategy has a result.</summary>
    Empty,
}
