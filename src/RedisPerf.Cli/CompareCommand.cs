using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli;

/// <summary><c>redisperf compare base.json new.json</c>: compares two saved jobs case by case.</summary>
internal sealed class CompareCommand
{
    private readonly Argument<string> _base = new("base")
    { Description = "The JSON file of the base job, from run --save or the job page.", HelpName = "base.json" };
    private readonly Argument<string> _new = new("new") { Description = "The JSON file of the new job.", HelpName = "new.json" };
    private readonly Option<string> _failAbove = new("--fail-above")
    {
        Description = "Exit with code 3 when a case is slower by more than this percentage: its verdict is slower, and its ratio "
            + "to the base is above 1 + percentage (1.1 for 10%). Exit with code 1 when a case of the new job has no result.",
        HelpName = "percent",
    };

    private readonly Option<string> _format = Flags.Format("table", "json", "md");
    private readonly Catalogue _catalogue;
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private CompareCommand(Catalogue catalogue, TextWriter output, TextWriter error) => (_catalogue, _output, _error) = (catalogue, output, error);

    public static Command Create(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        var compare = new CompareCommand(catalogue, output, error);
        var command = new Command(
            "compare", "Compares two saved jobs of the same benchmark case by case, and lists the differences of environment and options.")
        {
            compare._base, compare._new, compare._failAbove, compare._format,
        };
        command.SetAction(compare.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var wrong = new List<string>();
        var limit = Flags.ReadLimit(parsed.GetValue(_failAbove), wrong);
        var before = await JobFile.ReadAsync(parsed.GetValue(_base)!, _catalogue, wrong, ct);
        var after = await JobFile.ReadAsync(parsed.GetValue(_new)!, _catalogue, wrong, ct);
        if (wrong.Count > 0)
        {
            return await UsageErrors.WriteAsync(_error, wrong);
        }

        var comparison = Comparison.Of(before!, after!, _catalogue.Find(before!.Benchmark)?.Info);
        var failed = limit is null ? [] : FindFailed(comparison, before, after!);
        if (comparison.Trouble is { } trouble && failed.Length == 0)
        {
            return await UsageErrors.WriteAsync(_error, trouble);
        }

        switch (parsed.GetValue(_format))
        {
            case "json":
                await _output.WriteLineAsync(JsonSerializer.Serialize(comparison, DocumentJson.Indented));
                break;
            case "md":
                await _output.WriteAsync(ComparisonReport.Markdown(comparison));
                break;
            default:
                await Terminal.WriteAsync(_output, ComparisonReport.Lines(comparison));
                break;
        }

        return limit is { } max ? await CheckLimitAsync(comparison, failed, max) : ExitCode.Ok;
    }

    private async Task<int> CheckLimitAsync(Comparison comparison, CaseComparison[] failed, double limit)
    {
        var slower = comparison.SlowerBeyond(limit).ToArray();
        foreach (var @case in slower)
        {
            await _error.WriteLineAsync(string.Create(
                CultureInfo.InvariantCulture,
                $"{Name(@case)} is {100 * (@case.Judged!.Value - 1):0.#}% slower{@case.Relation} than in the base job; "
                    + $"the limit is {100 * limit:0.##}%."));
        }

        foreach (var @case in failed)
        {
            await _error.WriteLineAsync($"{Name(@case)} has a result in the base job but not in the new job: it has no counted run.");
        }

        return slower.Length > 0 ? ExitCode.Slower : failed.Length > 0 ? ExitCode.RunFailed : ExitCode.Ok;

        string Name(CaseComparison @case) => CaseText.Name(@case.Key, comparison.Axes);
    }

    // A case that fails now is not slower, but its missing result is a failure too. When all fail, the jobs have no measured case in common.
    private static CaseComparison[] FindFailed(Comparison comparison, JobDocument before, JobDocument after)
    {
        var areOnly = new[] { before.Request, after.Request }.All(request => request is { Targets.Count: <= 1, Clients.Count: <= 1 });
        return
        [
            .. comparison.Cases.Where(@case => @case is { Base: not null, With: null }
                && after.Cases.Any(other => other.Runs.Count > 0 && other.Strategy == @case.Strategy && Named(other.At) == Named(@case.At))),
        ];

        // With one target and one client each, their names do not matter.
        Coordinates Named(Coordinates at) => areOnly ? at.Without(Axis.Target).Without(Axis.Client) : at;
    }
}
