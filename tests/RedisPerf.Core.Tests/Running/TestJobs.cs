using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>Short ways to a job, and to the events that it makes.</summary>
internal static class TestJobs
{
    /// <summary>A job of <c>insert</c> on the target <c>mine</c>.</summary>
    public static Job Insert(string[] strategies, string options, int runs = 1, int warmups = 0) =>
        Of(Draft("insert", strategies, options) with { Fields = Rounds(runs, warmups) });

    /// <summary>A job of a draft that is valid for its targets.</summary>
    public static Job Of(JobDraft draft, Func<string, PayloadDescription?>? findPayload = null)
    {
        var request = draft.Validate(Catalogue.Default, draft.Targets!, out var errors, findPayload: findPayload);
        errors.ShouldBeEmpty();
        return Job.Create(request!, RequestedBy.Cli, DateTimeOffset.UtcNow);
    }

    /// <summary>A draft of one run on the target <c>mine</c>, without warm-up.</summary>
    public static JobDraft Draft(string benchmark, string[] strategies, string options) => new()
    {
        Benchmark = benchmark,
        Strategies = strategies,
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
        Targets = ["mine"],
        Fields = Rounds(1, 0),
    };

    /// <summary>The fields of a draft.</summary>
    public static IReadOnlyDictionary<string, JsonElement> Rounds(int runs, int warmups, long seed = 1) => new Dictionary<string, JsonElement>
    {
        [RequestFields.Runs] = JsonSerializer.SerializeToElement(runs),
        [RequestFields.Warmups] = JsonSerializer.SerializeToElement(warmups),
        [RequestFields.Seed] = JsonSerializer.SerializeToElement(seed),
    };

    /// <summary>A job of a <see cref="ProbeBenchmark"/>.</summary>
    public static Job Probe(int runs, int warmups = 0, long seed = 1, params string[] targets) => Probe([], runs, warmups, seed, targets);

    /// <summary>A job of a <see cref="ProbeBenchmark"/>, with named strategies, whose needs are tested.</summary>
    public static Job Probe(string[] strategies, int runs, int warmups = 0, long seed = 1, params string[] targets) => Job.Create(
        new JobRequest
        {
            Benchmark = "probe",
            Strategies = strategies,
            Options = new Dictionary<string, JsonElement>(),
            Targets = targets is [] ? ["mine"] : targets,
            Runs = runs,
            Warmups = warmups,
            Seed = seed
        },
        RequestedBy.Cli,
        DateTimeOffset.UtcNow);

    /// <summary>A job of a <see cref="ProbeBenchmark"/> with the strategies a and b that runs until it is decided, for at most ten minutes.</summary>
    public static Job UntilDecided(int warmups = 0)
    {
        var job = Probe(["a", "b"], SequentialRule.MaxRounds, warmups);
        return job with { Request = job.Request with { Until = RunUntil.Decided, BudgetSeconds = 600 } };
    }

    /// <summary>A runner of a <see cref="ProbeBenchmark"/> on one target.</summary>
    public static Runner RunnerOf(ITarget target, params ProbeCase[] cases) => new(new Catalogue([new ProbeBenchmark(cases)]), _ => target);

    public static async Task<JobEvent[]> RunAsync(Job job, ITarget target, Func<JobEvent, Task>? onEvent = null) =>
        await RunAsync(new Runner(Catalogue.Default, _ => target), job, onEvent, Ct);

    public static async Task<JobEvent[]> RunAsync(Runner runner, Job job, Func<JobEvent, Task>? onEvent, CancellationToken ct)
    {
        var events = new List<JobEvent>();
        await foreach (var jobEvent in runner.RunAsync(job, ct))
        {
            events.Add(jobEvent);
            if (jobEvent is JobEvent.RunEnded ended)
            {
                TestContext.Current.TestOutputHelper?.WriteLine($"{ended.Case.Strategy} {ended.Run.Round}: {ended.Run.State} {ended.Run.Error}");
            }

            await (onEvent?.Invoke(jobEvent) ?? Task.CompletedTask);
        }

        events.Count(jobEvent => jobEvent is JobEvent.Ended).ShouldBe(1);
        events[^1].ShouldBeOfType<JobEvent.Ended>();
        return [.. events];
    }

    /// <summary>The runs of the strategies, without those of the machine reference.</summary>
    public static JobEvent.RunEnded[] Ended(this IEnumerable<JobEvent> events) =>
        [.. events.OfType<JobEvent.RunEnded>().Where(ended => ended.Case.Strategy != MachineReference.Info.Name)];

    public static Run[] Runs(this JobEvent[] events) => [.. events.Ended().Select(ended => ended.Run)];

    public static Progress[] Progress(this JobEvent[] events) => [.. events.OfType<JobEvent.Progressed>().Select(progressed => progressed.Progress)];

    /// <summary>A failed run is kept with its reason and is never a number.</summary>
    public static string ShouldBeNoNumber(this Run run)
    {
        run.State.ShouldBe(RunState.Failed);
        run.Seconds.ShouldBeNull();
        run.Verified.ShouldBeFalse();
        return run.Error.ToText().ShouldNotBeNull();
    }
}
