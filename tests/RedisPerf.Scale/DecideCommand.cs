using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Scale;

/// <summary>Measures how often the default job decides its verdicts on a busy machine, with slices and without, and how long it takes.</summary>
internal static class DecideCommand
{
    private const string Compared = "hset";

    private static readonly string[] Strategies = ["multi-exec", "batch", Compared];

    private static readonly Option<int> Jobs = new("--jobs") { Description = "Number of jobs with slices.", DefaultValueFactory = _ => 20 };
    private static readonly Option<int> Whole = new("--whole")
    { Description = "Number of jobs without slices, which alternate with the first jobs with slices.", DefaultValueFactory = _ => 5 };
    private static readonly Option<int> Items = new("--items")
    {
        Description = "Documents of 32 KB in a run; fewer than the default job has are only a trial of this command.",
        DefaultValueFactory = _ => 30_000
    };
    private static readonly Option<bool> Quiet = new("--quiet") { Description = "Start no other load." };

    public static Command Create()
    {
        var command = new Command(
            "decide", $"Runs default jobs on the local Redis beside other load, and counts the verdicts of {Compared} against multi-exec.")
        { Jobs, Whole, Items, Quiet };
        command.SetAction(RunAsync);
        return command;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-decide-");
        try
        {
            await MeasureAllAsync(LocalTarget.Find(folder.FullName)[0], parsed, ct);
            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task MeasureAllAsync(LocalTarget target, ParseResult parsed, CancellationToken ct)
    {
        await using var load = parsed.GetValue(Quiet) ? null : BurstLoad.Start();
        var outcomes = new List<Outcome>();
        Console.WriteLine("| job | slices | seconds | disturbed runs | ratio of hset | verdict |");
        Console.WriteLine("|---:|---:|---:|---:|---|---|");
        for (var job = 1; job <= parsed.GetValue(Jobs); job++)
        {
            outcomes.Add(await MeasureAsync(target, job, parsed.GetValue(Items), sliced: true, ct));
            if (job <= parsed.GetValue(Whole))
            {
                outcomes.Add(await MeasureAsync(target, job, parsed.GetValue(Items), sliced: false, ct));
            }
        }

        foreach (var kind in outcomes.GroupBy(outcome => outcome.IsSliced))
        {
            var decided = kind.Count(outcome => outcome.Ratio.Verdict is Verdict.Faster or Verdict.Slower);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{(kind.Key ? "with" : "without")} slices: {decided} of {kind.Count()} decided, "
                    + $"{kind.Average(outcome => outcome.Seconds):0.0} s per job"));
        }
    }

    private static async Task<Outcome> MeasureAsync(LocalTarget target, int number, int items, bool sliced, CancellationToken ct)
    {
        var options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(items) };
        var request = new JobDraft { Benchmark = "insert", Strategies = Strategies, Options = options, Targets = [target.Name] }.Validate(
            Catalogue.Default, [target.Name], out var errors)
            ?? throw new InvalidOperationException(string.Join(" ", errors));
        var job = Job.Create(request with { Seed = number, Slices = sliced ? request.Slices : 1 }, RequestedBy.Cli, DateTimeOffset.UtcNow);
        var transcript = new JobTranscript(job, Catalogue.Default.Find("insert")!.Info);
        var start = Stopwatch.GetTimestamp();
        await foreach (var jobEvent in new Runner(Catalogue.Default, _ => target) { WorkerProgram = ClientCatalogue.DefaultProgram }
            .RunAsync(job, ct))
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
        }

        var document = transcript.ToDocument();
        var ratio = document.Cases.Single(@case => @case.Strategy == Compared).Summary?.Ratio
            ?? throw new InvalidOperationException($"The job ended as {document.State}.");
        var outcome = new Outcome(sliced, Stopwatch.GetElapsedTime(start).TotalSeconds, ratio);
        var runs = document.Cases.SelectMany(@case => @case.Runs).ToArray();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {number} | {(sliced ? "yes" : "no")} | {outcome.Seconds:0.0} | {runs.Count(run => run.IsTimed && run.IsDisturbed)} "
                + $"of {runs.Count(run => run.IsTimed)} | {ratio.Value:0.000} ({ratio.Low:0.000} to {ratio.High:0.000}) | {ratio.Verdict} |"));
        return outcome;
    }

    private sealed record Outcome(bool IsSliced, double Seconds, Ratio Ratio);
}
