using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli;

/// <summary><c>redisperf selftest</c>: tests the verdict with known differences.</summary>
internal sealed class SelfTestCommand
{
    /// <summary>Fewer rounds give no interval, so the verdict would always be unclear.</summary>
    private const int MinRounds = 3;

    private const int MaxItems = 1_000_000;

    private const int MaxSlices = 100;

    /// <summary>From this number on, every tenth document of each hash is 10% ± 0.1% of all documents, with any number of slices.</summary>
    private const int MinPowerItems = 10_000;

    private readonly Option<int> _comparisons = Flags.Count("--comparisons", 200, "Number of comparisons of batch with itself.");
    private readonly Option<int> _rounds = Flags.Count("--rounds", 10, "Rounds of each comparison of batch with itself.", MinRounds);
    private readonly Option<int> _slices = Flags.Count("--slices", 1, "Slices of a run of these comparisons.", max: MaxSlices);
    private readonly Option<int> _items = Flags.Count("--items", 1_000, "Documents of 32 KB in a run of these comparisons.", max: MaxItems);
    private readonly Option<int> _powerComparisons = Flags.Count("--power-comparisons", 50, "Number of comparisons of batch with 10% more work.");
    private readonly Option<int> _powerRounds = Flags.Count("--power-rounds", 20, "Rounds of each comparison with 10% more work.", MinRounds);
    private readonly Option<int> _powerSlices = Flags.Count("--power-slices", 10, "Slices of a run of these comparisons.", max: MaxSlices);
    private readonly Option<int> _powerItems =
        Flags.Count("--power-items", 250_000, "Documents of 256 bytes in a run of these comparisons.", MinPowerItems, MaxItems);
    private readonly Option<int> _order = Flags.Count("--order-seed", 1, "Seed of the order of the two cases within a round or turn.");
    private readonly Option<bool> _untilDecided = new("--until-decided")
    {
        Description = "Splits the rounds into comparisons that run until they are decided, at most 63 rounds each. "
        + "The numbers of comparisons and rounds then only set the total number of rounds."
    };
    private readonly Option<bool> _axis = new("--axis")
    { Description = "Compares batch at two values of an option without effect instead, and omits the comparisons with 10% more work." };
    private readonly Option<string> _format = Flags.Format("table", "json");
    private readonly TextWriter _output;
    private readonly UnlistedBenchmark _benchmark;

    private SelfTestCommand(TextWriter output, TextWriter error) => (_output, _benchmark) = (output, new("selftest", error));

    public static Command Create(TextWriter output, TextWriter error)
    {
        var self = new SelfTestCommand(output, error);
        var command = new Command(
            "selftest",
            "Compares a strategy with itself and with 10% more work, and reports how often the verdict was correct. The exit code is "
                + "0 when at most 5% of the first comparisons are faster or slower and at least 90% of the second ones are slower; else 1.")
        {
            self._benchmark.Target, self._comparisons, self._rounds, self._slices, self._items, self._powerComparisons, self._powerRounds,
            self._powerSlices, self._powerItems, self._order, self._axis, self._untilDecided, self._format,
        };
        command.SetAction(self.RunAsync);
        return command;
    }

    private Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var isAlongAxis = parsed.GetValue(_axis);
        var parts = new[]
        {
            (Difference: isAlongAxis ? KnownDifference.NoneAlongAxis : KnownDifference.None, Comparisons: parsed.GetValue(_comparisons),
                Rounds: parsed.GetValue(_rounds), Slices: parsed.GetValue(_slices), Items: parsed.GetValue(_items)),
            (Difference: KnownDifference.TenPercentMore, Comparisons: parsed.GetValue(_powerComparisons),
                Rounds: parsed.GetValue(_powerRounds), Slices: parsed.GetValue(_powerSlices), Items: parsed.GetValue(_powerItems)),
        }[..(isAlongAxis ? 1 : 2)];
        return _benchmark.RunAsync(
            parsed,
            parts.Select(part => ((IBenchmark)part.Difference, (Func<string, Job>)(target =>
                part.Difference.CreateJob(target, part.Comparisons, part.Rounds, part.Slices, part.Items, parsed.GetValue(_order))))),
            completed => ReportAsync(parsed, [.. parts.Zip(completed, (part, document) =>
                (part.Difference, SelfTestResult.Of(part.Difference, document, parsed.GetValue(_untilDecided) ? null : part.Rounds)))]),
            ct);
    }

    private async Task<int> ReportAsync(ParseResult parsed, (KnownDifference Difference, SelfTestResult Result)[] results)
    {
        await _output.WriteLineAsync(parsed.GetValue(_format) == "json"
            ? JsonSerializer.Serialize(results.Select(each => each.Result), ModelJson.Indented)
            : string.Join("\n\n", results.Select(each => Describe(each.Difference, each.Result))));
        return Array.TrueForAll(results, each => each.Result.Holds) ? ExitCode.Ok : ExitCode.RunFailed;
    }

    private static string Describe(KnownDifference difference, SelfTestResult result)
    {
        var limit = string.Create(CultureInfo.InvariantCulture, $"{(difference.IsLimitUpper ? "at most" : "at least")} {100 * difference.Limit:0}%");
        var requirement = $"required: {limit}: {(result.Holds ? "passed" : "FAILED")}.";
        if (result.Share is not { } share)
        {
            return $"{difference.Claim}: no comparison is complete; {requirement}";
        }

        var verdicts = result.Verdicts;
        var lines = new List<string>
        {
            string.Create(CultureInfo.InvariantCulture, $"{difference.Claim}: {difference.Words} in {100 * share:0.0}% of "
                + $"{verdicts.Comparisons} comparisons of {result.Rounds:0.#} rounds; {requirement}"),
            string.Create(CultureInfo.InvariantCulture, $"  faster {verdicts.Faster}, slower {verdicts.Slower}, same {verdicts.Same}, "
                + $"unclear {verdicts.Unclear}; median ratio {result.MedianRatio:0.000}"),
            string.Create(CultureInfo.InvariantCulture,
                $"  a run of the plain case{(result.Slices == 1 ? "" : $", {result.Slices} slices")}: {1e3 * result.MedianSeconds:0.0} ms "
                    + $"(median); standard deviation of the logarithm of a round's ratio: "
                    + $"{result.RatioScatter:0.00}; total time: {result.Elapsed:0} s"),
        };
        if (result.Failed > 0)
        {
            lines.Add($"  {result.Failed} times are missing because a run failed");
        }

        return string.Join('\n', lines);
    }
}
