using System.CommandLine;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>Runs jobs on one target for a command that uses their times.</summary>
/// <param name="command">The command's name, for messages.</param>
/// <param name="error">Receives progress and errors.</param>
internal sealed class CommandJobs(string command, TextWriter error)
{
    /// <summary>The option that names the target.</summary>
    public Option<string[]> Target { get; } = new("--target", "-t")
    { Description = "The name of a target, or a connection string; default: the default target.", HelpName = "target" };

    /// <summary>Runs each job, one after the other, until one does not complete.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="jobs">The jobs in their order.</param>
    /// <returns>The exit code: of the first job that did not complete; else of the first report that is not 0.</returns>
    public async Task<int> RunAsync(ParseResult parsed, IEnumerable<CommandJob> jobs, CancellationToken ct)
    {
        var targets = new ChosenTargets(Settings.Targets(), parsed.GetValue(Target) ?? []);
        var (name, refusal) = await targets.OneAsync(command, ct);
        if (name is null)
        {
            return await UsageErrors.WriteAsync(error, refusal!);
        }

        TargetCatalogue.RemoveLeftovers(Settings.DataFolder);
        await TargetCatalogue.RemoveLeftContainersAsync(ct);
        var exitCode = ExitCode.Ok;
        foreach (var each in jobs)
        {
            var job = each.Create(name);
            var transcript = new JobTranscript(job, each.Benchmark);
            await ProgressDisplay.FollowAsync(
                error, each.CreateRunner(targets.Find).RunAsync(job, ct), transcript, jobEvent => each.Observe(transcript, jobEvent));
            var document = transcript.ToDocument();
            var reported = await each.ReportAsync(document);
            exitCode = exitCode == ExitCode.Ok ? reported : exitCode;
            if (document.State != JobState.Completed)
            {
                await error.WriteLineAsync(document.Error.ToText() ?? "Interrupted.");
                return document.State == JobState.Cancelled ? ExitCode.Interrupted : ExitCode.RunFailed;
            }
        }

        return exitCode;
    }
}

/// <summary>A job of a command.</summary>
internal sealed record CommandJob
{
    public required BenchmarkInfo Benchmark { get; init; }

    /// <summary>The job on a target of a name.</summary>
    public required Func<string, Job> Create { get; init; }

    /// <summary>The runner, which finds targets with the function.</summary>
    public required Func<Func<string, ITarget?>, Runner> CreateRunner { get; init; }

    /// <summary>Called when the job has ended, also when it did not complete. Returns an exit code.</summary>
    public required Func<JobDocument, Task<int>> ReportAsync { get; init; }

    /// <summary>Called after each event. Returns the line that it adds to the progress, or null.</summary>
    public Func<JobTranscript, JobEvent, string?> Observe { get; init; } = (_, _) => null;

    /// <summary>A job of a benchmark that is not in the catalogue. It is measured in this process.</summary>
    /// <param name="benchmark">The benchmark.</param>
    /// <param name="create">The job on a target of a name.</param>
    /// <param name="reportAsync">Called when the job has ended.</param>
    public static CommandJob OfUnlisted(IBenchmark benchmark, Func<string, Job> create, Func<JobDocument, Task<int>> reportAsync) => new()
    {
        Benchmark = benchmark.Info,
        Create = create,
        CreateRunner = find => new Runner(new Catalogue([benchmark]), find),
        ReportAsync = reportAsync,
    };

    /// <summary>A job of all strategies of such a benchmark.</summary>
    /// <param name="options">The record of its options. Options that it lacks have their defaults.</param>
    /// <param name="target">The target's name.</param>
    /// <param name="runs">Timed rounds.</param>
    /// <param name="slices">Slices of a run.</param>
    /// <param name="warmups">Rounds before them.</param>
    /// <param name="seed">Seed of the order of the cases.</param>
    public static Job CreateUnlisted(BenchmarkInfo info, object options, string target, int runs, int slices, int warmups, long seed) => Job.Create(
        new JobRequest
        {
            Benchmark = info.Name,
            Strategies = [.. info.Strategies.Select(strategy => strategy.Name)],
            Baseline = info.Baseline,
            Options = info.Options.Read(
                JsonSerializer.SerializeToElement(options, ModelJson.Options).Deserialize<Dictionary<string, JsonElement>>()!, fromText: false, []),
            Targets = [target],
            Runs = runs,
            Slices = slices,
            Warmups = warmups,
            Seed = seed,
        },
        RequestedBy.Cli,
        DateTimeOffset.UtcNow);
}
