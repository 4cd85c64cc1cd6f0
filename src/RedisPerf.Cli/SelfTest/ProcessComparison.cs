using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Cli.SelfTest;

/// <summary>Jobs of one strategy whose clients are several worker processes of the same program, so that a difference is one between
/// processes.</summary>
internal static class ProcessComparison
{
    /// <summary>Rounds before the timed ones, until the compiler has optimized the hot code.</summary>
    private const int Warmups = 10;

    /// <summary>Values of 100 bytes: the smaller a value, the larger the share of the time that is code of the process.</summary>
    private static readonly (string Benchmark, string Strategy, Dictionary<string, object> Options)[] Shapes =
    [
        ("insert", "batch", new() { ["items"] = 20_000, ["payloadBytes"] = 100 }),
        ("pipelining", "pipelined", new() { ["items"] = 20_000, ["batchSizes"] = 1_000, ["payloadBytes"] = 100 }),
        ("load", "closed-loop", new() { ["rates"] = 5_000, ["secondsPerRun"] = 0.5, ["payloadBytes"] = 100 }),
    ];

    /// <param name="processes">Number of worker processes.</param>
    /// <param name="rounds">Timed rounds.</param>
    /// <param name="seed">Seed of the order of the processes within a round.</param>
    /// <param name="reportAsync">Called with each result when its job has ended.</param>
    public static IEnumerable<CommandJob> Jobs(int processes, int rounds, int seed, Func<ProcessScatter, Task> reportAsync) =>
        from shape in Shapes
        let info = Catalogue.Default.Find(shape.Benchmark)!.Info
        select new CommandJob
        {
            Benchmark = info,
            Create = target => Job.Create(
                Request(shape.Benchmark, shape.Strategy, shape.Options, target, processes, rounds, seed), RequestedBy.Cli, DateTimeOffset.UtcNow),
            CreateRunner = find => new Runner(Catalogue.Default, find)
            { WorkerProgram = ClientCatalogue.DefaultProgram, FindClient = _ => ClientCatalogue.DefaultProgram },
            ReportAsync = async document =>
            {
                if (document.Cases.Any(@case => @case.Summary is not null))
                {
                    await reportAsync(ProcessScatter.Of(document, info));
                }

                return ExitCode.Ok;
            },
        };

    private static JobRequest Request(
        string benchmark, string strategy, Dictionary<string, object> options, string target, int processes, int rounds, int seed)
    {
        string[] names = [.. Enumerable.Range(1, processes).Select(number => string.Create(CultureInfo.InvariantCulture, $"process {number}"))];
        var draft = new JobDraft
        {
            Benchmark = benchmark,
            Strategies = [strategy],
            Options = options.ToDictionary(option => option.Key, option => JsonSerializer.SerializeToElement(option.Value)),
            Targets = [target],
            Clients = names,
            Fields = new Dictionary<string, int>
            { [RequestFields.Runs] = rounds, [RequestFields.Warmups] = Warmups, [RequestFields.Seed] = seed, [RequestFields.Slices] = 1 }
                .ToDictionary(field => field.Key, field => JsonSerializer.SerializeToElement(field.Value)),
        };
        return draft.Validate(Catalogue.Default, [target], out var errors, names)
            ?? throw new InvalidOperationException(string.Join(" ", errors.Select(error => error.Message)));
    }
}
