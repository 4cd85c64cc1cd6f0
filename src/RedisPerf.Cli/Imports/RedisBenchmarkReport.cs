using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.Imports;

/// <summary>Converts the output of <c>redis-benchmark --csv</c> to a job: each test is a case, each of its lines a run. Before version 7
/// there was no header, and a line had the name and the requests per second only.</summary>
internal static partial class RedisBenchmarkReport
{
    /// <summary>The benchmark name of such a job.</summary>
    public const string Benchmark = "redis-benchmark";

    private const string Rate = "rps";
    private const string LatencyEnding = "_latency_ms";

    /// <param name="text">The output.</param>
    /// <param name="time">When it was written: the output has no time.</param>
    /// <returns>Null for a file of another format.</returns>
    /// <exception cref="FormatException">No test has a result. The message is a sentence.</exception>
    public static ImportedJob? Read(string text, DateTimeOffset time)
    {
        string[] columns = [Rate];
        var tests = new Dictionary<string, List<Run>>();
        var (rows, skipped) = (0, 0);
        // The progress of a test is before its line, and ends with a carriage return only.
        foreach (var line in text.Split('\n', '\r'))
        {
            if (Header().Match(line) is { Success: true } header)
            {
                columns = [.. header.Groups["column"].Captures.Select(column => column.Value)];
                rows++;
            }
            else if (Row().Match(line) is { Success: true } row)
            {
                rows++;
                var values = row.Groups["value"].Captures.Select(value => NumberOf(value.Value)).ToArray();
                var name = ImportedJob.NameOf(row.Groups["name"].Value);
                if (RunOf(columns, values, tests.GetValueOrDefault(name)?.Count ?? 0) is not { } run)
                {
                    skipped++;
                    continue;
                }

                if (!tests.TryGetValue(name, out var runs))
                {
                    tests[name] = runs = [];
                }

                runs.Add(run);
            }
        }

        if (rows == 0)
        {
            return null;
        }

        var cases = tests.Select(test => new CaseResult(test.Key, Coordinates.Of(Target), test.Value, null)).ToList();
        return cases.Count == 0
            ? throw new FormatException("The output of redis-benchmark has no test with requests per second.")
            : new(ImportedJob.Create(text, Benchmark, null, Target, time, time, ImportedJob.UnknownEnvironment(Benchmark), cases), skipped);
    }

    // The output does not name the server.
    private const string Target = "not-reported";

    // The time of a request over all connections, so that the rate of the run is that of the report.
    private static Run? RunOf(string[] columns, double[] values, int round)
    {
        var figures = columns.Zip(values).Where(figure => double.IsFinite(figure.Second))
            .ToDictionary(figure => figure.First, figure => figure.Second);
        return figures.TryGetValue(Rate, out var rate) && JobDocumentCheck.IsTime(1 / rate)
            ? new()
            {
                Round = round,
                Warmup = false,
                State = RunState.Ok,
                Verified = true,
                Seconds = 1 / rate,
                Operations = 1,
                Figures = figures.Where(figure => figure.Key.EndsWith(LatencyEnding, StringComparison.Ordinal)).ToDictionary(
                    figure => JsonNamingPolicy.CamelCase.ConvertName(figure.Key[..^LatencyEnding.Length]), figure => figure.Value / 1e3),
            }
            : null;
    }

    private static double NumberOf(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;

    [GeneratedRegex("^\"test\"(,\"(?<column>[a-z0-9_]+)\")+$")]
    private static partial Regex Header();

    // The name can have quotation marks, which are not escaped: it ends where only numbers follow.
    [GeneratedRegex("^\"(?<name>.+?)\"(,\"(?<value>-?[0-9]+(\\.[0-9]+)?|-?nan|-?inf)\")+\\s*$")]
    private static partial Regex Row();
}
