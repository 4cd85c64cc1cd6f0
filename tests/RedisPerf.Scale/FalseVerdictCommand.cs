using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using MathNet.Numerics.Statistics;
using RedisPerf.Cli.SelfTest;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Scale;

/// <summary>Compares a case with itself in the shape of the default job on a busy machine, and counts the false verdicts. All rounds are
/// those of one job, so that the steps before its first round are done once.</summary>
internal static class FalseVerdictCommand
{
    /// <summary>The largest acceptable share of comparisons that are faster or slower.</summary>
    private const double Limit = 0.05;

    /// <summary>Seconds. The default job has no shorter slices.</summary>
    private const double MinSlice = 0.03;

    /// <summary>Comparisons between two lines of progress.</summary>
    private const int Step = 10;

    // Set for the worker process, which is this program: the benchmark is in no catalogue.
    private const string WorkerVariable = "SCALE_WORKER";

    private static readonly KnownDifference Difference = KnownDifference.None;

    private static readonly Option<int> Comparisons = new("--comparisons") { Description = "Number of comparisons.", DefaultValueFactory = _ => 200 };
    private static readonly Option<int> Rounds = new("--rounds") { Description = "Rounds of a comparison.", DefaultValueFactory = _ => 5 };
    private static readonly Option<int> Slices = new("--slices") { Description = "Slices of a run.", DefaultValueFactory = _ => 10 };
    private static readonly Option<int> Items = new("--items")
    { Description = "Documents of 32 KB in a run. With fewer, the slices are shorter than 30 ms.", DefaultValueFactory = _ => 10_000 };
    private static readonly Option<int> Seed = new("--seed")
    { Description = "Seed of the order of the two cases in a turn.", DefaultValueFactory = _ => 1 };
    private static readonly Option<double?> Budget = new("--budget")
    { Description = "Minutes after which the measurement ends; default: no limit.", HelpName = "minutes" };
    private static readonly Option<bool> UntilDecided = new("--until-decided")
    { Description = "Also splits the same rounds into comparisons that run until they are decided." };
    private static readonly Option<bool> Quiet = new("--quiet") { Description = "Start no other load." };

    /// <summary>Whether this process is the worker of such a measurement.</summary>
    public static bool IsWorker => Environment.GetEnvironmentVariable(WorkerVariable) is not null;

    public static Command Create()
    {
        var command = new Command("false-verdicts", "Compares batch with itself on the local Redis beside other load, and counts the verdicts "
            + "faster and slower, which are wrong. The exit code is 0 when they are at most 5%; else 1.")
        {
            Comparisons, Rounds, Slices, Items, Seed, Budget, UntilDecided, Quiet,
        };
        command.SetAction(RunAsync);
        return command;
    }

    /// <summary>Measures for the process that started this one.</summary>
    public static async Task WorkAsync()
    {
        await using var output = Console.OpenStandardOutput();
        Console.SetOut(Console.Error);
        await WorkerProgram.RunAsync(new Catalogue([Difference]), Console.OpenStandardInput(), output);
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-verdicts-");
        try
        {
            return await MeasureAsync(LocalTarget.Find(folder.FullName)[0], parsed, ct);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<int> MeasureAsync(LocalTarget target, ParseResult parsed, CancellationToken ct)
    {
        var rounds = parsed.GetValue(Rounds);
        var job = Difference.CreateJob(
            target.Name, parsed.GetValue(Comparisons), rounds, parsed.GetValue(Slices), parsed.GetValue(Items), parsed.GetValue(Seed));
        job = job with { Request = job.Request with { BudgetSeconds = 60 * parsed.GetValue(Budget) } };
        Environment.SetEnvironmentVariable(WorkerVariable, "1");
        var runner = new Runner(new Catalogue([Difference]), _ => target)
        { WorkerProgram = Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "RedisPerf.Scale.exe" : "RedisPerf.Scale") };
        await using var load = parsed.GetValue(Quiet) ? null : BurstLoad.Start();
        var (start, runs, last) = (Stopwatch.GetTimestamp(), new List<JobEvent.RunEnded>(), JobState.Failed);
        await foreach (var jobEvent in runner.RunAsync(job, ct))
        {
            if (jobEvent is JobEvent.Ended ended)
            {
                last = ended.State;
                Console.Error.Write(ended.Error is null ? "" : $"{ended.Error.ToText()}\n");
            }
            else if (jobEvent is JobEvent.RunEnded run)
            {
                runs.Add(run);
                if (!run.Run.Warmup && runs.Count(each => !each.Run.Warmup) % (2 * rounds * Step) == 0)
                {
                    var soFar = Describe([.. KnownComparison.All(DocumentOf(job, runs), rounds)]);
                    Console.WriteLine(string.Create(
                        CultureInfo.InvariantCulture, $"{Stopwatch.GetElapsedTime(start).TotalMinutes:0.0} min: {soFar}"));
                }
            }
        }

        var document = DocumentOf(job, runs);
        KnownComparison[] comparisons = [.. KnownComparison.All(document, rounds)];
        var isWithinLimit = Report($"{rounds} rounds", comparisons);
        if (parsed.GetValue(UntilDecided))
        {
            isWithinLimit &= Report("until decided", [.. KnownComparison.All(document, rounds: null)]);
        }

        ReportTimes(document, Stopwatch.GetElapsedTime(start));
        return last != JobState.Failed && isWithinLimit ? 0 : 1;
    }

    // Without summaries: the interval of thousands of slices takes long, and no comparison uses it.
    private static JobDocument DocumentOf(Job job, IReadOnlyList<JobEvent.RunEnded> runs) => JobDocument.WithoutCases(job) with
    {
        Cases = [.. Difference.Info.Strategies.Select(strategy => runs.Where(run => run.Case.Strategy == strategy.Name)).Where(own => own.Any())
            .Select(own => CaseResult.Of(own.First().Case, [.. own.Select(run => run.Run)]))],
    };

    private static bool Report(string kind, KnownComparison[] comparisons)
    {
        var isWithin = comparisons.Length > 0 && FalseOf(VerdictTally.Of(comparisons)) <= Limit * comparisons.Length;
        var mean = comparisons.Select(comparison => comparison.Base.Count).DefaultIfEmpty().Average();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{kind}: {Describe(comparisons)}, {mean:0.0} rounds on average; at most {100 * Limit:0}%: {(isWithin ? "passed" : "FAILED")}"));
        return isWithin;
    }

    private static string Describe(KnownComparison[] comparisons)
    {
        var tally = VerdictTally.Of(comparisons);
        return string.Create(CultureInfo.InvariantCulture,
            $"faster {tally.Faster}, slower {tally.Slower}, same {tally.Same}, unclear {tally.Unclear} of "
                + $"{tally.Comparisons} comparisons: {100.0 * FalseOf(tally) / Math.Max(1, tally.Comparisons):0.0}% false");
    }

    private static int FalseOf(VerdictTally tally) => tally.Faster + tally.Slower;

    private static void ReportTimes(JobDocument document, TimeSpan elapsed)
    {
        var runs = document.Cases.SelectMany(@case => @case.Runs).Where(run => run.IsTimed).ToArray();
        var slices = runs.SelectMany(run => run.Slices ?? [run.Seconds!.Value]).DefaultIfEmpty(double.NaN).Median();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{runs.Length} runs of {document.Request.Slices} slices, {runs.Count(run => run.IsDisturbed)} disturbed; "
                + $"a slice takes {1e3 * slices:0} ms (median); {elapsed.TotalMinutes:0.0} min in total"));
        if (slices < MinSlice)
        {
            Console.WriteLine("The slices are shorter than those of the default job: use more --items.");
        }
    }
}
