using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The findings of each kind of job, each in its own golden file.</summary>
public sealed class JobFindingsTests
{
    // Each strategy has its own noise, because otherwise every ratio would be the same in all rounds.
    private static readonly double[] Steady = [1, 1.02, 0.97, 1.05, 0.98];
    private static readonly double[] SteadyToo = [0.97, 1, 1.03, 0.99, 1.01];
    private static readonly double[] VerySteady = [1, 1.001, 0.999, 1.002, 0.998];

    [Fact]
    public void Faster() => Hold("faster", Job(
        Case("hset", 0.74), Case("multi-exec", 1.4), Case("gzip", 12.6, encode: 12.2), Case("floor", 0.65)));

    // The fastest by its median, but slower in every common round.
    [Fact]
    public void Slower()
    {
        var late = Case("multi-exec", 1, [1, 1, 1, 1, 2.5, 2.52, 2.51]);
        Hold("slower", Job(Case("hset", 1, [1, 1.1, 1.05, 1.02, 3, 3.1, 3.01]), late with { Runs = [.. late.Runs.Skip(4)] }));
    }

    [Fact]
    public void Same() => Hold("same", Job(Case("hset", 1.39, VerySteady), Case("multi-exec", 1.4, [.. VerySteady.Reverse()])));

    [Fact]
    public void Unclear() => Hold("unclear", Job(Case("hset", 1.3, [1, 1.6, 0.7, 1.3, 0.9]), Case("multi-exec", 1.4)));

    [Fact]
    public void Without_a_counted_run() =>
        Hold("excluded", Job(Disturb(Case("hset", 1, [1, 1]), exclude: 2), Disturb(Case("multi-exec", 1, [1, 1]), exclude: 2)));

    [Fact]
    public void After_one_round() => Hold("one-round", Job(Case("hset", 0.0123, [1]), Case("multi-exec", 0.0456, [1])));

    [Fact]
    public void The_baseline_is_the_fastest() => Hold("baseline-fastest", Job(Case("multi-exec", 0.9), Case("hset", 1.2), Case("floor", 0.65)));

    [Fact]
    public void Chosen_baseline() => Hold("chosen-baseline", Job(Case("multi-exec", 1.4), Case("hset", 0.74), Case("gzip", 2.2), baseline: "gzip"));

    [Fact]
    public void No_baseline() => Hold("no-baseline", Job(Case("hset", 0.74), Case("gzip", 2.2)));

    [Fact]
    public void Several_targets() => Hold("several-targets", Job(
        Case("hset", 0.74), Case("multi-exec", 1.4), Case("hset", 0.95, target: "staging"), Case("multi-exec", 0.9, target: "staging"),
        Case("lua-as-published", 12, target: "staging", operations: 495_000)));

    [Fact]
    public void A_sweep() => Hold("sweep", Job(
        Case("hset", 0.5, point: 10), Case("multi-exec", 0.6, point: 10), Case("hset", 5, point: 1_000), Case("multi-exec", 4, point: 1_000)));

    [Fact]
    public void Bound_by_encoding() => Hold("encoding-bound", Job(
        Case("multi-exec", 1.4), Case("gzip", 12.6, encode: 12.2), Case("lua-as-published", 12.5, encode: 12.9), Case("hset", 1.5, encode: 0.8)));

    [Fact]
    public void Disturbed_runs() => Hold("disturbed", Job(Disturb(Case("hset", 0.74), exclude: 1), Disturb(Case("multi-exec", 1.4))));

    [Fact]
    public void No_results_yet() => Hold("nothing-yet", Job() with { State = JobState.Running });

    [Fact]
    public void While_it_runs() => Hold("running", Job(Case("hset", 0.74), Case("multi-exec", 1.4)) with { State = JobState.Running });

    [Fact]
    public void Failed() => Hold("failed", Job(Failing("hset"), Failing("multi-exec")) with
    { State = JobState.Failed, Error = Reason.FromText("No run succeeded: the server said `OOM`.") });

    private static void Hold(string name, JobDocument document) =>
        GoldenFile.ShouldHold($"findings-{name}.txt", string.Concat(JobFindings.Of(document, Samples.Info).Select(sentence => sentence + "\n")));

    private static JobDocument Job(params CaseResult[] cases) => Job("multi-exec", cases);

    private static JobDocument Job(CaseResult first, CaseResult second, CaseResult third, string baseline) => Job(baseline, first, second, third);

    private static JobDocument Job(string baseline, params CaseResult[] cases)
    {
        var request = Samples.Completed.Request with
        {
            Strategies = [.. cases.Select(@case => @case.Strategy).Where(strategy => strategy != "floor").Distinct()],
            Targets = [.. cases.Select(@case => @case.Target).Append("embedded").Distinct()],
            Baseline = baseline,
        };
        var points = cases.Select(@case => @case.Point).OfType<double>().Distinct().ToArray();
        request = points.Length == 0 ? request : request.Varying(TestCases.Axis, points);
        var job = Core.Model.Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch) with { State = JobState.Completed };
        return JobDocuments.Create(job, cases.SelectMany(
            @case => @case.Runs.Select(run => new JobEvent.RunEnded(TestCases.Key(@case.Strategy, @case.Target, @case.Point), run))), Samples.Info);
    }

    private static CaseResult Case(
        string strategy, double seconds, double[]? noise = null, double encode = 0, string target = "embedded", long? point = null,
        long operations = 30_000) =>
            TestCases.Of(
            strategy,
            target,
            point,
            [
                .. (noise ?? (strategy == "hset" ? Steady : SteadyToo)).Select((factor, index) => new Run
                {
                    Round = index + 1,
                    Warmup = false,
                    State = RunState.Ok,
                    Verified = true,
                    Seconds = seconds * factor,
                    EncodeSeconds = encode,
                    Operations = operations,
                    PayloadBytes = 983_040_000,
                }),
            ]);

    private static CaseResult Disturb(CaseResult @case, int exclude = 0) => @case with
    {
        Runs = [.. @case.Runs.Select(
            run => run.Round > 2 ? run : run with { Disturbed = [Reason.FromText("Others were served.")], ExcludedByUser = run.Round <= exclude })],
    };

    private static CaseResult Failing(string strategy) =>
        TestCases.Of(strategy, "embedded", null, [new() { Round = 0, Warmup = true, State = RunState.Failed, Error = Reason.FromText("OOM") }]);
}
