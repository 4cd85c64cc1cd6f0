using System.CommandLine;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary><c>redisperf run insert</c>: runs one job, with an option for each declared option of the benchmark.</summary>
internal sealed class RunCommand
{
    private readonly Option<string[]> _strategies = new("--strategy", "-s") { Description = "A strategy to run; can be repeated. See redisperf list.", HelpName = "name" };
    private readonly Option<string[]> _targets = new("--target", "-t") { Description = "The name of a target, or a connection string such as 127.0.0.1:6379; can be repeated. See redisperf targets.", HelpName = "target" };
    private readonly Option<string> _baseline;
    private readonly Option<string> _runs;
    private readonly Option<string> _warmups;
    private readonly Option<string> _order = new("--order-seed") { Description = "Seed of the order of cases within a round; default: 1.", HelpName = "n" };
    private readonly Option<string> _note = new("--note") { Description = "Free text that is stored with the result.", HelpName = "text" };
    private readonly Option<string> _save = new("--save") { Description = "A file for the job's JSON, independent of --format.", HelpName = "file" };
    private readonly Option<string> _format = new("--format", "-f") { Description = "Output format.", DefaultValueFactory = _ => "table" };
    private readonly Dictionary<string, Option<string>> _options;
    private readonly BenchmarkInfo _benchmark;
    private readonly Catalogue _catalogue;
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private RunCommand(BenchmarkInfo benchmark, Catalogue catalogue, TextWriter output, TextWriter error)
    {
        (_benchmark, _catalogue, _output, _error) = (benchmark, catalogue, output, error);
        _format.AcceptOnlyFromAmong("table", "json", "csv", "md");
        _baseline = new("--baseline") { Description = $"The strategy that the others are compared with; default: {benchmark.Baseline}.", HelpName = "name" };
        _runs = new("--runs") { Description = $"Timed rounds; default: {benchmark.Runs}.", HelpName = "n" };
        _warmups = new("--warmups") { Description = $"Warm-up rounds, which are not in summaries; default: {benchmark.Warmups}.", HelpName = "n" };
        _options = benchmark.Options.Options.ToDictionary(
            option => option.Name,
            option => new Option<string>(Flags.Of(option)) { Description = Flags.Describe(option), HelpName = option.Type == OptionType.Choice ? "word" : "n" });
    }

    public static Command Create(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        var command = new Command("run", "Runs a benchmark and prints its summary.");
        foreach (var benchmark in catalogue.Benchmarks)
        {
            command.Add(new RunCommand(benchmark.Info, catalogue, output, error).ToCommand());
        }

        return command;
    }

    private Command ToCommand()
    {
        var command = new Command(_benchmark.Name, _benchmark.Question) { _strategies, _targets, _baseline, _runs, _warmups, _order, _note, _save, _format };
        foreach (var option in _options.Values)
        {
            command.Add(option);
        }

        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var targets = new ChosenTargets(Settings.Targets(), parsed.GetValue(_targets) ?? []);
        var save = parsed.GetValue(_save) is { } path ? new SaveFile(path) : null;
        if (Draft(parsed, targets).Validate(_catalogue, await targets.NamesAsync(ct), out var errors) is not { } request)
        {
            return await UsageErrors.WriteAsync(_error, errors.Select(SentenceOf));
        }

        foreach (var target in request.Targets.Select(name => targets.Find(name)!))
        {
            if (MemoryCheck.Refusal(_catalogue.Find(request.Benchmark)!.Estimate(request), target.Name, await target.RoomAsync(ct)) is { } refusal)
            {
                return await UsageErrors.WriteAsync(_error, refusal.ToText());
            }
        }

        if (save?.Refusal() is { } unwritable)
        {
            return await UsageErrors.WriteAsync(_error, unwritable);
        }

        TargetCatalogue.RemoveLeftovers(Settings.DataFolder);
        await TargetCatalogue.RemoveLeftContainersAsync(ct);
        var job = Job.Create(request, RequestedBy.Cli, DateTimeOffset.UtcNow, parsed.GetValue(_note));
        var transcript = new JobTranscript(job, _benchmark);
        await ProgressDisplay.FollowAsync(_error, new Runner(_catalogue, targets.Find).RunAsync(job, ct), transcript);
        return await ReportAsync(transcript.ToDocument(), save, parsed);
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
        Baseline = parsed.GetValue(_baseline),
        Note = parsed.GetValue(_note),
        FromText = true,
    };

    private async Task<int> ReportAsync(JobDocument document, SaveFile? save, ParseResult parsed)
    {
        var unsaved = save is null ? null : await save.WriteAsync(document);
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

        foreach (var sentence in new[] { document.Error.ToText(), unsaved }.OfType<string>())
        {
            await _error.WriteLineAsync(sentence);
        }

        return document.State switch
        {
            JobState.Cancelled or JobState.Interrupted => ExitCode.Interrupted,
            JobState.Completed when unsaved is null && document.Cases.All(result => result.Runs.All(run => run.State == RunState.Ok)) => ExitCode.Ok,
            _ => ExitCode.RunFailed,
        };
    }

    private string SentenceOf(FieldError error)
    {
        var name = error.Field.Split('.')[^1];
        return error.MessageFor(error.Field == "seed" ? _order.Name : _options.TryGetValue(name, out var option) ? option.Name : $"--{name}");
    }

    private static JsonElement? Given(ParseResult parsed, Option<string> option) =>
        parsed.GetValue(option) is { } text ? JsonSerializer.SerializeToElement(text) : null;
}
