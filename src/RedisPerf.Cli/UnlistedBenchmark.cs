using System.CommandLine;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>Runs benchmarks that are not in the catalogue on one target, for a command that uses their times.</summary>
/// <param name="command">The command's name, for messages.</param>
/// <param name="error">Receives progress and errors.</param>
internal sealed class UnlistedBenchmark(string command, TextWriter error)
{
    /// <summary>The option that names the target.</summary>
    public Option<string[]> Target { get; } = new("--target", "-t")
    { Description = "The name of a target, or a connection string; default: the default target.", HelpName = "target" };

    /// <summary>Runs each benchmark as one job, one after the other.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="benchmarks">The benchmarks, with the job on a target of a name.</param>
    /// <param name="reportAsync">Called with the completed jobs when all have completed; returns the exit code.</param>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(
        ParseResult parsed, IEnumerable<(IBenchmark Benchmark, Func<string, Job> CreateJob)> benchmarks,
        Func<IReadOnlyList<JobDocument>, Task<int>> reportAsync, CancellationToken ct)
    {
        var targets = new ChosenTargets(Settings.Targets(), parsed.GetValue(Target) ?? []);
        var (name, refusal) = await targets.OneAsync(command, ct);
        if (name is null)
        {
            return await UsageErrors.WriteAsync(error, refusal!);
        }

        TargetCatalogue.RemoveLeftovers(Settings.DataFolder);
        await TargetCatalogue.RemoveLeftContainersAsync(ct);
        var completed = new List<JobDocument>();
        foreach (var (benchmark, createJob) in benchmarks)
        {
            var job = createJob(name);
            var transcript = new JobTranscript(job, benchmark.Info);
            await ProgressDisplay.FollowAsync(error, new Runner(new Catalogue([benchmark]), targets.Find).RunAsync(job, ct), transcript);
            var document = transcript.ToDocument();
            if (document.State != JobState.Completed)
            {
                await error.WriteLineAsync(document.Error.ToText() ?? "Interrupted; there is no result.");
                return document.State == JobState.Cancelled ? ExitCode.Interrupted : ExitCode.RunFailed;
            }

            completed.Add(document);
        }

        return await reportAsync(completed);
    }

    /// <summary>A job of all strategies of such a benchmark.</summary>
    /// <param name="options">The record of its options. Options that it lacks have their defaults.</param>
    /// <param name="target">The target's name.</param>
    /// <param name="runs">Timed rounds.</param>
    /// <param name="slices">Slices of a run.</param>
    /// <param name="warmups">Rounds before them.</param>
    /// <param name="seed">Seed of the order of the cases.</param>
    public static Job CreateJob(BenchmarkInfo info, object options, string target, int runs, int slices, int warmups, long seed) => Job.Create(
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
