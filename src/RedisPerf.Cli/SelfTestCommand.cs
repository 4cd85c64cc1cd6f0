using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary><c>redisperf selftest</c>: judges the verdict by differences that are known beforehand.</summary>
internal sealed class SelfTestCommand
{
    /// <summary>Fewer give no interval, so no verdict but unclear.</summary>
    private const int FewestRounds = 3;

    private const int MostRounds = 10_000;

    private const int MostItems = 1_000_000;

    private const int MostLaps = 1_000;

    /// <summary>A tenth of the documents of each of ten hashes is a tenth, give or take 1 %, from here on.</summary>
    private const int FewestPowerItems = 1_000;

    private readonly Option<string[]> _target = new("--target", "-t") { Description = "A target's name, or a connection string; the default target unless given.", HelpName = "target" };
    private readonly Option<int> _comparisons = Count("--comparisons", 200, "How often batch is compared with itself.");
    private readonly Option<int> _rounds = Count("--rounds", 10, "Rounds of each of these comparisons.", FewestRounds);
    private readonly Option<int> _items = Count("--items", 1_000, "Documents of 32 KB that a run of these comparisons writes.", most: MostItems);
    private readonly Option<int> _powerComparisons = Count("--power-comparisons", 50, "How often batch is compared with itself and a tenth more work.");
    private readonly Option<int> _powerRounds = Count("--power-rounds", 20, "Rounds of each of those comparisons.", FewestRounds);
    private readonly Option<int> _powerItems = Count("--power-items", 25_000, "Documents of 256 bytes that a run of those comparisons writes.", FewestPowerItems, MostItems);
    private readonly Option<int> _powerLaps = Count("--power-laps", 10, "How often each of the two runs in a round, turn about; the times are added up.", most: MostLaps);
    private readonly Option<int> _order = Count("--order-seed", 1, "Orders the two cases within each round.");
    private readonly Option<string> _format = new("--format", "-f") { Description = "How the result is written to standard output.", DefaultValueFactory = _ => "table" };
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private SelfTestCommand(TextWriter output, TextWriter error)
    {
        (_output, _error) = (output, error);
        _format.AcceptOnlyFromAmong("table", "json");
    }

    public static Command Create(TextWriter output, TextWriter error)
    {
        var self = new SelfTestCommand(output, error);
        var command = new Command(
            "selftest",
            "Compares a strategy with itself, and with itself and a tenth more work, and tells how often the verdict was right. Exits with 0 when at most 5 % of the first comparisons said faster or slower and at least 90 % of the second said slower; else with 1.")
        {
            self._target, self._comparisons, self._rounds, self._items, self._powerComparisons, self._powerRounds, self._powerLaps, self._powerItems, self._order, self._format,
        };
        command.SetAction(self.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var targets = new ChosenTargets(Settings.Targets(), parsed.GetValue(_target) ?? []);
        var names = await targets.NamesAsync(ct);
        var chosen = targets.Chosen ?? [.. names.Take(1)];
        if (chosen is not [var name] || targets.Find(name) is null)
        {
            return await Mistakes.RefuseAsync(_error, chosen.Count > 1 ? "selftest takes one target." : $"There is no target \"{chosen[0]}\"; there are {string.Join(", ", names)}.");
        }

        TargetCatalogue.RemoveLeftovers(Settings.DataFolder);
        await TargetCatalogue.RemoveLeftContainersAsync(ct);
        var results = new List<(KnownDifference Difference, SelfTestResult Result)>();
        foreach (var (difference, comparisons, rounds, laps, items) in new[]
        {
            (KnownDifference.None, parsed.GetValue(_comparisons), parsed.GetValue(_rounds), 1, parsed.GetValue(_items)),
            (KnownDifference.TenPercentMore, parsed.GetValue(_powerComparisons), parsed.GetValue(_powerRounds), parsed.GetValue(_powerLaps), parsed.GetValue(_powerItems)),
        })
        {
            var job = difference.CreateJob(name, comparisons, rounds, laps, items, parsed.GetValue(_order));
            var transcript = new JobTranscript(job, difference.Info);
            await ProgressDisplay.FollowAsync(_error, new Runner(new Catalogue([difference]), targets.Find).RunAsync(job, ct), transcript);
            var document = transcript.ToDocument();
            if (document.State != JobState.Completed)
            {
                await _error.WriteLineAsync(document.Error.ToText() ?? "Interrupted; there is no result.");
                return document.State == JobState.Cancelled ? ExitCode.Interrupted : ExitCode.RunFailed;
            }

            results.Add((difference, SelfTestResult.Of(difference, document, rounds, laps)));
        }

        await _output.WriteLineAsync(parsed.GetValue(_format) == "json" ? JsonSerializer.Serialize(results.Select(each => each.Result), ModelJson.Indented) : string.Join("\n\n", results.Select(each => Describe(each.Difference, each.Result))));
        return results.TrueForAll(each => each.Result.Holds) ? ExitCode.Ok : ExitCode.RunFailed;
    }

    private static string Describe(KnownDifference difference, SelfTestResult result)
    {
        var verdicts = result.Verdicts;
        var limit = string.Create(CultureInfo.InvariantCulture, $"{(difference.IsLimitUpper ? "at most" : "at least")} {100 * difference.Limit:0} %");
        var lines = new List<string>
        {
            string.Create(CultureInfo.InvariantCulture, $"{difference.Claim}: {difference.Words} in {100 * result.Share:0.0} % of {verdicts.Comparisons} comparisons of {result.Rounds} rounds; asked is {limit}: {(result.Holds ? "holds" : "does NOT hold")}."),
            string.Create(CultureInfo.InvariantCulture, $"  faster {verdicts.Faster}, slower {verdicts.Slower}, same {verdicts.Same}, unclear {verdicts.Unclear}; median ratio {result.MedianRatio:0.000}"),
            string.Create(CultureInfo.InvariantCulture, $"  in a round {(result.Laps == 1 ? "a run" : $"{result.Laps} runs")} of the plain case took {1e3 * result.MedianSeconds:0.0} ms (median); the logarithm of a round's ratio scatters by {result.RatioScatter:0.00}; the whole took {result.Elapsed:0} s"),
        };
        if (result.Failed > 0)
        {
            lines.Add($"  {result.Failed} times are no numbers, since a run failed");
        }

        return string.Join('\n', lines);
    }

    private static Option<int> Count(string name, int otherwise, string description, int fewest = 1, int most = MostRounds) => new(name)
    {
        Description = description,
        HelpName = "n",
        CustomParser = argument =>
        {
            if (argument.Tokens is [var token] && int.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= fewest && number <= most)
            {
                return number;
            }

            argument.AddError(string.Create(CultureInfo.InvariantCulture, $"{name} must be a whole number from {fewest} to {most:N0}; \"{string.Join(' ', argument.Tokens.Select(token => token.Value))}\" is not."));
            return 0;
        },
        DefaultValueFactory = _ => otherwise,
    };
}
