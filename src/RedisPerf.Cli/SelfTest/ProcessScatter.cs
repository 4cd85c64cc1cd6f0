using System.Globalization;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.SelfTest;

/// <summary>How much worker processes of the same program differ. The property order is the order in the JSON.</summary>
public sealed record ProcessScatter
{
    /// <summary>The benchmark's name.</summary>
    public required string Benchmark { get; init; }

    public required string Strategy { get; init; }

    public required JobEnvironment? Environment { get; init; }

    /// <summary>Rounds in which each process has a time.</summary>
    public required int Rounds { get; init; }

    /// <summary>The verdicts of the independent pairs: the second process with the first one, the fourth with the third, and so on.</summary>
    public required VerdictTally Verdicts { get; init; }

    /// <summary>The median of each process in seconds, in their order.</summary>
    public required IReadOnlyList<double> Medians { get; init; }

    /// <summary>Standard deviation of the logarithm of the time between processes, without the part that the scatter of the runs explains
    /// (two-way analysis of variance, processes and rounds); null with fewer than two processes or rounds.</summary>
    public required double? BetweenProcesses { get; init; }

    /// <summary>Standard deviation of the logarithm of the time of a run within its process, without the differences between rounds; null
    /// as above.</summary>
    public required double? WithinProcess { get; init; }

    /// <param name="document">A job whose clients are the processes.</param>
    /// <param name="info">Its benchmark.</param>
    public static ProcessScatter Of(JobDocument document, BenchmarkInfo info)
    {
        var strategy = document.Request.Strategies[0];
        CaseResult[] cases = [.. document.Cases.Where(@case => @case.Strategy == strategy && @case.Summary is not null)];
        var rule = BenchmarkInfo.RuleOf(document.Request, info);
        var pairs = cases.Chunk(2).Where(pair => pair.Length == 2).Select(pair => Summaries.Against(pair[1], pair[0], rule));
        var times = cases.Select(@case => @case.Runs.Where(rule.Includes).ToDictionary(run => run.Round, run => Math.Log(rule.TimeOf(run)!.Value)))
            .ToArray();
        int[] rounds =
            [.. times.SelectMany(own => own.Keys).Distinct().Where(round => Array.TrueForAll(times, own => own.ContainsKey(round))).Order()];
        var (between, within) = Scatter([.. times.Select(own => rounds.Select(round => own[round]).ToArray())]);
        return new()
        {
            Benchmark = document.Request.Benchmark,
            Strategy = strategy,
            Environment = document.Environment,
            Rounds = rounds.Length,
            Verdicts = VerdictTally.Of(pairs),
            Medians = [.. cases.Select(@case => @case.Summary!.Median)],
            BetweenProcesses = between,
            WithinProcess = within,
        };
    }

    /// <summary>The result in words.</summary>
    public string Describe()
    {
        var (decided, pairs) = (Verdicts.Faster + Verdicts.Slower, Verdicts.Comparisons);
        var first = $"{Benchmark} {Strategy}: faster or slower in {decided} of {pairs} pairs of {Medians.Count} processes, {Rounds} rounds";
        return BetweenProcesses is not { } between || WithinProcess is not { } within ? first : string.Create(
            CultureInfo.InvariantCulture,
            $"{first}\n  standard deviation between processes {100 * between:0.0}%, between the runs of a process {100 * within:0.0}%; "
                + $"medians {Medians.Min() / Medians.Median():0.00}× to {Medians.Max() / Medians.Median():0.00}× the middle one");
    }

    /// <summary>The two standard deviations of a table with a row for each process and a column for each round.</summary>
    internal static (double? Between, double? Within) Scatter(double[][] logs)
    {
        var (rows, columns) = (logs.Length, logs is [var first, ..] ? first.Length : 0);
        if (rows < 2 || columns < 2)
        {
            return (null, null);
        }

        var means = logs.Select(row => row.Mean()).ToArray();
        var roundMeans = Enumerable.Range(0, columns).Select(column => logs.Select(row => row[column]).Mean()).ToArray();
        var mean = means.Mean();
        var residual = logs.Index().Sum(row => row.Item.Index().Sum(
            cell => Math.Pow(cell.Item - means[row.Index] - roundMeans[cell.Index] + mean, 2))) / ((rows - 1) * (columns - 1));
        return (Math.Sqrt(Math.Max(0, means.Variance() - (residual / columns))), Math.Sqrt(residual));
    }
}
