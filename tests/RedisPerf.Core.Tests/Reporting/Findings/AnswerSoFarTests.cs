using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The scale of the answer while a job runs.</summary>
public sealed class AnswerSoFarTests
{
    private static readonly string[] Three = ["multi-exec", "hset", "lua"];

    [Fact]
    public void Each_strategy_has_a_row_before_the_first_run()
    {
        var card = Of("insert", Three).ShouldNotBeNull();

        card.Reference.ShouldBe("multi-exec");
        card.Rows.Select(row => (row.Strategy, row.Words, row.Speed)).ShouldBe(
            [("multi-exec", "the baseline", 1), ("lua", "not compared yet", null), ("hset", "not compared yet", null)]);
        AnswerChart.Draw(card, Info("insert"))!.Elements().Count(each => each.Name.LocalName == "g").ShouldBe(3);
    }

    [Fact]
    public void A_strategy_is_compared_as_soon_as_its_rounds_allow_it_and_the_others_keep_their_rows()
    {
        var card = Of("insert", Three, ("multi-exec", [2, 2.02, 2.01]), ("hset", [1, 1.01, 1]), ("lua", [3])).ShouldNotBeNull();

        card.Rows.Select(row => row.Strategy).ShouldBe(["hset", "multi-exec", "lua"]);
        card.Rows[0].Speed!.Value.ShouldBe(2, 0.05);
        card.Rows[2].Words.ShouldBe("not compared yet");
    }

    [Fact]
    public void The_chart_keeps_its_size_from_the_start_to_the_end()
    {
        var info = Info("insert");
        var before = AnswerChart.Draw(Of("insert", Three)!, info)!.Attribute("height")!.Value;
        var after = AnswerChart.Draw(Of("insert", Three, ("multi-exec", [2, 2, 2]), ("hset", [1, 1, 1]), ("lua", [3, 3, 3]))!, info)!;

        after.Attribute("height")!.Value.ShouldBe(before);
    }

    [Theory]
    [InlineData("load", "closed-loop", "open-loop")]
    [InlineData("mget", "mget", "pipelined-get")]
    [InlineData("insert", "hset")]
    public void A_job_whose_answer_is_not_one_comparison_has_none(string benchmark, params string[] strategies) =>
        Of(benchmark, strategies).ShouldBeNull();

    [Fact]
    public void Several_targets_have_several_answers_and_an_unknown_benchmark_has_none()
    {
        var request = Request("insert", Three, "local", "embedded");
        AnswerSoFar.Of(Document(request), Info("insert")).ShouldBeNull();
        AnswerSoFar.Of(Document(request), null).ShouldBeNull();
    }

    private static AnswerCard? Of(string benchmark, string[] strategies, params (string Strategy, double[] Seconds)[] runs) =>
        AnswerSoFar.Of(Document(Request(benchmark, strategies), runs), Info(benchmark));

    private static BenchmarkInfo Info(string benchmark) => Catalogue.Default.Find(benchmark)!.Info;

    private static JobRequest Request(string benchmark, string[] strategies, params string[] targets)
    {
        var names = targets is [] ? ["local"] : targets;
        return new JobDraft { Benchmark = benchmark, Strategies = strategies, Targets = names }.Validate(Catalogue.Default, names, out _)!;
    }

    private static JobDocument Document(JobRequest request, params (string Strategy, double[] Seconds)[] runs)
    {
        var job = Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch) with { State = JobState.Running };
        return JobDocuments.Create(
            job,
            runs.SelectMany(each => each.Seconds.Index().Select(run =>
                new JobEvent.RunEnded(new(each.Strategy, Coordinates.Of("local")), TimedRun.Of(run.Index + 1, run.Item)))),
            Info(request.Benchmark));
    }
}
