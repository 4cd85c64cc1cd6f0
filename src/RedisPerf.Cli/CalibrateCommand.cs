using System.CommandLine;
using System.Globalization;
using RedisPerf.Cli.Calibration;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets.Engines;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary><c>redisperf calibrate</c>: finds the shape of commands that the floor of an engine uses.</summary>
internal sealed class CalibrateCommand
{
    /// <summary>The largest acceptable ratio of the time of the floor's shape to that of the fastest one.</summary>
    private const double Limit = 1.03;

    private readonly Option<int> _rounds = Flags.Count("--rounds", 5, "Timed rounds.", 3, 100);
    private readonly Option<int> _items = Flags.Count("--items", 10_000, "Documents in a run.", 1_000, 1_000_000);
    private readonly Option<int> _payloadBytes = Flags.Count("--payload-bytes", 32_768, "Bytes of a document.", PeopleDocument.MinimumBytes, 1 << 20);
    private readonly TextWriter _output;
    private readonly CommandJobs _jobs;

    private CalibrateCommand(TextWriter output, TextWriter error) => (_output, _jobs) = (output, new("calibrate", error));

    public static Command Create(TextWriter output, TextWriter error)
    {
        var self = new CalibrateCommand(output, error);
        var command = new Command("calibrate", "Measures the floor in several shapes, and prints which one takes the target's engine the least time. "
            + "The exit code is 1 when the declared shape of the engine is more than 3% slower; else 0.")
        { self._jobs.Target, self._rounds, self._items, self._payloadBytes };
        command.SetAction(self.RunAsync);
        return command;
    }

    private Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var shapes = new FloorShapes();
        return _jobs.RunAsync(
            parsed,
            [
                CommandJob.OfUnlisted(
                    shapes,
                    target => shapes.CreateJob(target, parsed.GetValue(_rounds), parsed.GetValue(_items), parsed.GetValue(_payloadBytes)),
                    ended => Task.FromResult(ended.State == JobState.Completed ? Report(ended, _output) : ExitCode.Ok)),
            ],
            ct);
    }

    /// <summary>Writes the shapes in the order of their time, and whether the declared one is among the fastest.</summary>
    /// <returns>The exit code.</returns>
    internal static int Report(JobDocument document, TextWriter output)
    {
        var environment = document.Environment!.Targets[0];
        var declared = KnownEngines.CheapestWrites(environment);
        var ranked = document.Cases.Where(result => result.Summary is not null).OrderBy(result => result.Summary!.Median).ToArray();
        if (ranked.SingleOrDefault(result => FloorShapes.All[result.Strategy] == declared) is not { } floor)
        {
            output.WriteLine("FAILED: no run of the floor's shape succeeded.");
            return ExitCode.RunFailed;
        }

        var table = new Table().Border(TableBorder.Simple).AddColumns("bytes per HSET", "in flight", "median s", "× fastest", "");
        foreach (var result in ranked)
        {
            var shape = FloorShapes.All[result.Strategy];
            table.AddRow(
                Quantity.SizeText(shape.BytesPerCommand),
                WindowOf(shape),
                result.Summary!.Median.ToString("0.000", CultureInfo.InvariantCulture),
                (result.Summary.Median / ranked[0].Summary!.Median).ToString("0.000", CultureInfo.InvariantCulture),
                shape == declared ? "the floor" : "");
        }

        Terminal.For(output).Write(table);
        var fastest = FloorShapes.All[ranked[0].Strategy];
        output.WriteLine($"The fastest shape for {environment.Engine} {environment.Version}: "
            + $"{Quantity.SizeText(fastest.BytesPerCommand)} per HSET, {WindowOf(fastest)} in flight.");

        // Slice by slice, because the smallest of many medians is small by chance, too.
        var ratio = Summaries.Against(floor, ranked[0], ComparisonRule.Usual)!;
        var isSlower = ratio is { Value: > Limit, Verdict: Verdict.Slower };
        var time = $"the floor takes {NumberFormat.Factor(ratio)} as long";
        output.WriteLine(
            isSlower ? $"FAILED: {time}. Declare the fastest shape of {environment.Engine} in src/RedisPerf.Core/Targets/Engines/KnownEngines.cs."
            : ratio.High <= Limit ? "passed: the floor is not more than 3% slower."
            : $"not decided: {time}. Use more rounds.");
        return isSlower ? ExitCode.RunFailed : ExitCode.Ok;
    }

    private static string WindowOf(WriteShape shape) => shape.WindowBytes is { } bytes ? Quantity.SizeText(bytes) : "no limit";
}
