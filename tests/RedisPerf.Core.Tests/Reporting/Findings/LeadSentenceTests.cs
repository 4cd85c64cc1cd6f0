using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public sealed class LeadSentenceTests
{
    [Fact]
    public void The_lead_of_the_warm_up_is_named_as_such() =>
        Of(Request("insert", ["multi-exec", "hset"]), round: 0, 2, 2).ShouldBe(
            "Leading so far: `hset`, 1.5× as fast as `multi-exec`, warm-up.");

    [Fact]
    public void A_timed_round_has_its_number_and_the_interval() =>
        Of(Request("insert", ["multi-exec", "hset"]), round: 2, 3, 3.3, 2.7, 3).ShouldBe(
            "Leading so far: `hset`, 1.5× as fast as `multi-exec` (1.5–1.5), round 2 of 5.");

    [Fact]
    public void A_job_without_slices_has_the_lead_of_its_runs()
    {
        var request = Request("insert", ["multi-exec", "hset"]);
        var cases = request.Strategies.Select((strategy, index) => CaseResult.Of(
            new(strategy, Coordinates.Of("local")), [TimedRun.Of(1, 2 - index), TimedRun.Of(2, 2 - index)])).ToArray();

        LeadSentence.Of(request, cases, new Dictionary<CaseKey, IReadOnlyList<RunSlice>>(), Catalogue.Default.Find("insert")!.Info).ShouldBe(
            "Leading so far: `hset`, 2.0× as fast as `multi-exec`, round 2 of 5.");
    }

    [Fact]
    public void Several_targets_and_different_work_have_no_common_lead()
    {
        Of(Request("insert", ["multi-exec", "hset"], "local", "embedded"), round: 2, 2, 2).ShouldBeNull();
        Of(Request("load", ["closed-loop", "open-loop"]), round: 2, 2, 2).ShouldBeNull();
    }

    private static JobRequest Request(string benchmark, string[] strategies, params string[] targets)
    {
        var names = targets is [] ? ["local"] : targets;
        return new JobDraft { Benchmark = benchmark, Strategies = strategies, Targets = names }.Validate(Catalogue.Default, names, out _)!;
    }

    // Each strategy takes two thirds of the time of the one before.
    private static string? Of(JobRequest request, int round, params double[] seconds)
    {
        var info = Catalogue.Default.Find(request.Benchmark)!.Info;
        var keys = request.Targets
            .SelectMany(target => request.Strategies.Select(strategy => new CaseKey(strategy, Coordinates.Of(target)))).ToArray();
        var slices = keys.Index().ToDictionary(
            each => each.Item,
            IReadOnlyList<RunSlice> (each) => [.. seconds.Select((time, turn) =>
                new RunSlice(round, round == 0, turn, 10, time / Math.Pow(1.5, each.Index), 100, 1_000, null, null))]);
        return LeadSentence.Of(request, [.. keys.Select(key => CaseResult.Of(key, []))], slices, info);
    }
}
