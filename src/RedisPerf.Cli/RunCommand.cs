using System.CommandLine;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Reports;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary><c>redisperf run insert</c>: one job here and now, with a flag for each declared option.</summary>
internal sealed class RunCommand
{
    private readonly Option<string[]> _strategies = new("--strategy", "-s") { Description = "A strategy to run; repeat it for several." };
    private readonly Option<string[]> _targets = new("--target", "-t") { Description = "A target's name, or a connection string such as 127.0.0.1:6379." };
    private readonly Option<string> _runs = new("--runs") { Description = "Timed rounds." };
    private readonly Option<string> _warmups = new("--warmups") { Description = "Rounds before them, in no summary." };
    private readonly Option<string> _order = new("--order-seed") { Description = "Orders the cases within each round." };
    private readonly Option<string> _note = new("--note") { Description = "Free text kept with the result." };
    private readonly Option<FileInfo> _save = new("--save") { Description = "A file to keep the JSON in." };
    private readonly Option<string> _format = new("--format", "-f") { Description = "How the result is written.", DefaultValueFactory = _ => "table" };
    private readonly Dictionary<string, Option<string>> _options;
    private readonly BenchmarkInfo _benchmark;
    private readonly Catalogue _catalogue;
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private RunCommand(BenchmarkInfo benchmark, Catalogue catalogue, TextWriter output, TextWriter error)
    {
        (_benchmark, _catalogue, _output, _error) = (benchmark, catalogue, output, error);
        _format.AcceptOnlyFromAmong("table", "json", "csv", "md");
        _options = benchmark.Options.Options.ToDictionary(
            option => option.Name,
            option => new Option<string>(Flag(option), [.. new[] { $"--{option.Name}" }.Where(alias => alias != Flag(option))])
            {
                Description = $"{option.Label}: {OptionValue.Wanted(option)}; {option.Default} unless given.",
            });
    }

    public static Command Create(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        var command = new Command("run", "Runs a benchmark.");
        foreach (var benchmark in catalogue.Benchmarks)
        {
            command.Add(new RunCommand(benchmark.Info, catalogue, output, error).ToCommand());
        }

        return command;
    }

    /// <summary><c>--payload-bytes</c> for <c>payloadBytes</c>.</summary>
    public static string Flag(OptionInfo option) => $"--{JsonNamingPolicy.KebabCaseLower.ConvertName(option.Name)}";

    private Command ToCommand()
    {
        var command = new Command(_benchmark.Name, _benchmark.Question) { _strategies, _targets, _runs, _warmups, _order, _note, _save, _format };
        foreach (var option in _options.Values)
        {
            command.Add(option);
        }

        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        TargetCatalogue.RemoveLeftovers(DataFolder.Path);
        var targets = new ChosenTargets(new TargetCatalogue(DataFolder.Path, []), parsed.GetValue(_targets) ?? []);
        if (Draft(parsed, targets).Validate(_catalogue, targets.Names, out var errors) is not { } request)
        {
            return await RefuseAsync(errors.Select(error => $"{FlagOf(error.Field)}: {error.Message}"));
        }

        foreach (var name in request.Targets)
        {
            if (await MemoryCheck.RefusalAsync(_catalogue.Find(request.Benchmark)!.Estimate(request), targets.Find(name)!, ct) is { } refusal)
            {
                return await RefuseAsync([refusal]);
            }
        }

        var job = Job.Create(request, RequestedBy.Cli, DateTimeOffset.UtcNow, parsed.GetValue(_note));
        var transcript = new JobTranscript(job, _benchmark);
        await ProgressDisplay.FollowAsync(_error, new Runner(_catalogue, targets.Find).RunAsync(job, ct), transcript);
        return await ReportAsync(transcript.ToDocument(), parsed);
    }

    private JobDraft Draft(ParseResult parsed, ChosenTargets targets) => new()
    {
        Benchmark = _benchmark.Name,
        Strategies = parsed.GetValue(_strategies) is { Length: > 0 } strategies ? strategies : null,
        Options = _options
            .Select(option => (option.Key, Value: parsed.GetValue(option.Value)))
            .Where(option => option.Value is not null)
            .ToDictionary(option => option.Key, option => JsonSerializer.SerializeToElement(option.Value)),
        Targets = targets.Chosen,
        Runs = Given(parsed, _runs),
        Warmups = Given(parsed, _warmups),
        Seed = Given(parsed, _order),
        FromText = true,
    };

    private async Task<int> ReportAsync(JobDocument document, ParseResult parsed)
    {
        if (parsed.GetValue(_save) is { } file)
        {
            await File.WriteAllTextAsync(file.FullName, JsonReport.Write(document));
        }

        switch (parsed.GetValue(_format))
        {
            case "json":
                await _output.WriteLineAsync(JsonReport.Write(document));
                break;
            case "csv":
                await _output.WriteAsync(CsvReport.Write(document));
                break;
            case "md":
                await _output.WriteAsync(MarkdownReport.Write(document));
                break;
            default:
                await _output.WriteAsync(TextReport.Write(document));
                break;
        }

        if (document.Error is not null)
        {
            await _error.WriteLineAsync(document.Error);
        }

        return document.State switch
        {
            JobState.Cancelled or JobState.Interrupted => ExitCode.Interrupted,
            JobState.Completed when document.Cases.All(result => result.Runs.All(run => run.State == RunState.Ok)) => ExitCode.Ok,
            _ => ExitCode.RunFailed,
        };
    }

    private async Task<int> RefuseAsync(IEnumerable<string> sentences)
    {
        foreach (var sentence in sentences)
        {
            await _error.WriteLineAsync(sentence);
        }

        return ExitCode.WrongUsage;
    }

    private string FlagOf(string field) => field switch
    {
        "strategies" => _strategies.Name,
        "targets" => _targets.Name,
        "seed" => _order.Name,
        _ when field.StartsWith("options.", StringComparison.Ordinal) && _options.TryGetValue(field["options.".Length..], out var option) => option.Name,
        _ => $"--{field}",
    };

    private static JsonElement? Given(ParseResult parsed, Option<string> option) =>
        parsed.GetValue(option) is { } text ? JsonSerializer.SerializeToElement(text) : null;
}
