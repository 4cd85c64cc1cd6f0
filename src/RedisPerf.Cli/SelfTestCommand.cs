using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Cli.SelfTest;
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

    private readonly Option<int> _comparisons = Flags.Count("--comparisons", 80, "Number of comparisons of batch with itself.");
    private readonly Option<int> _rounds = Flags.Count("--rounds", 10, "Rounds of each comparison of batch with itself.", MinRounds);
    private readonly Option<int> _slices = Flags.Count("--slices", 1, "Slices of a run of these comparisons.", max: MaxSlices);
    private readonly Option<int> _items = Flags.Count("--items", 1_000, "Documents of 32 KB in a run of these comparisons.", max: MaxItems);
    private readonly Option<int> _powerComparisons = Flags.Count("--power-comparisons", 20, "Number of comparisons of batch with 10% more work.");
    private readonly Option<int> _powerRounds = Flags.Count("--power-rounds", 20, "Rounds of each comparison with 10% more work.", MinRounds);
    private readonly Option<int> _powerSlices = Flags.Count("--power-slices", 5, "Slices of a run of these comparisons.", max: MaxSlices);
    private readonly Option<int> _powerItems =
        Flags.Count("--power-items", 150_000, "Documents of 256 bytes in a run of these comparisons.", MinPowerItems, MaxItems);
    private readonly Option<int> _order = Flags.Count("--order-seed", 1, "Seed of the order of the two cases within a round or turn.");
    private readonly Option<bool> _untilDecided = new("--until-decided")
    {
        Description = "Splits the rounds into comparisons that run until they are decided, at most 63 rounds each. "
        + "The numbers of comparisons and rounds then only set the total number of rounds."
    };
    private readonly Option<bool> _axis = new("--axis")
    { Description = "Compares batch at two values of an option without effect instead, and omits the comparisons with 10% more work." };
    private readonly Option<int> _processes = Flags.Count("--processes", 0, "Compares this number of worker processes of the same program with each "
        + "other instead, in insert, pipelining and load with values of 100 bytes. It shows how much processes differ, and has no limit.", 2, 100);
    private readonly Option<int> _processRounds = Flags.Count("--process-rounds", 20, "Rounds of the comparison of processes.", MinRounds, 100);
    private readonly Option<string> _format = Flags.Format("table", "json");
    private readonly TextWriter _output;
    private readonly CommandJobs _jobs;

    private SelfTestCommand(TextWriter output, TextWriter error) => (_output, _jobs) = (output, new("selftest", error));

    public static Command Create(TextWriter output, TextWriter error)
    {
        var self = new SelfTestCommand(output, error);
        var command = new Command(
            "selftest",
            "Compares a strategy with itself and with 10% more work, and reports how often the verdict was correct. The exit code is "
                + "0 when at most 5% of the first comparisons are faster or slower and at least 90% of the second ones are slower; else 1. "
                + "Each result is printed when it is there; an interrupted self-test prints that of the comparisons so far.")
        {
            self._jobs.Target, self._comparisons, self._rounds, self._slices, self._items, self._powerComparisons, self._powerRounds,
            self._powerSlices, self._powerItems, self._order, self._axis, self._untilDecided, self._processes, self._processRounds, self._format,
        };
        command.SetAction(self.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var results = new List<object>();
        var exitCode = await _jobs.RunAsync(
            parsed, parsed.GetValue(_processes) is > 0 and var processes ? OfProcesses(processes) : OfVerdicts(), ct);
        if (parsed.GetValue(_format) == "json" && results.Count > 0)
        {
            await _output.WriteLineAsync(JsonSerializer.Serialize(results, ModelJson.Indented));
        }

        return exitCode;

        IEnumerable<CommandJob> OfProcesses(int processes) => ProcessComparison.Jobs(
            processes, parsed.GetValue(_processRounds), parsed.GetValue(_order), scatter => AddAsync(scatter, scatter.Describe()));

        IEnumerable<CommandJob> OfVerdicts() => Parts(parsed).Select(part =>
        {
            int? rounds = parsed.GetValue(_untilDecided) ? null : part.Rounds;
            ComparisonSequence? sequence = null;
            var number = 0;
            return CommandJob.OfUnlisted(
                part.Difference,
                target => part.Difference.CreateJob(target, part.Comparisons, part.Rounds, part.Slices, part.Items, parsed.GetValue(_order)),
                async document =>
                {
                    var result = SelfTestResult.Of(part.Difference, document, rounds);
                    await AddAsync(result, Describe(part.Difference, result));
                    return result.Holds ? ExitCode.Ok : ExitCode.RunFailed;
                }) with
            {
                Observe = (transcript, jobEvent) =>
                {
                    sequence ??= new(transcript.Request, rounds);
                    return jobEvent is JobEvent.RunEnded { Run.Warmup: false } && sequence.Next(transcript.Cases) is { } comparison
                        ? Describe(comparison, ++number)
                        : null;
                },
            };
        });

        async Task AddAsync(object result, string words)
        {
            results.Add(result);
            if (parsed.GetValue(_format) != "json")
            {
                await _output.WriteLineAsync(words);
            }
        }
    }

    private (KnownDifference Difference, int Comparisons, int Rounds, int Slices, int Items)[] Parts(ParseResult parsed)
    {
        var isAlongAxis = parsed.GetValue(_axis);
        return new[]
        {
            (isAlongAxis ? KnownDifference.NoneAlongAxis : KnownDifference.None, parsed.GetValue(_comparisons),
                parsed.GetValue(_rounds), parsed.GetValue(_slices), parsed.GetValue(_items)),
            (KnownDifference.TenPercentMore, parsed.GetValue(_powerComparisons),
                parsed.GetValue(_powerRounds), parsed.GetValue(_powerSlices), parsed.GetValue(_powerItems)),
        }[..(isAlongAxis ? 1 : 2)];
    }

    private static string Describe(KnownComparison comparison, int number)
    {
        var first = string.Create(CultureInfo.InvariantCulture, $"comparison {number}: ");
        return comparison.Ratio is not { } ratio ? $"{first}no time"
            : first + ratio.Verdict.ToWord() + string.Create(
                CultureInfo.InvariantCulture, $", {ratio.Value:0.000}× ({ratio.Low:0.000} to {ratio.High:0.000})");
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
