using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Reporting.Charts;

namespace RedisPerf.Core.Tests.Reporting.Tables;

/// <summary>The fastest strategy at each pair of values.</summary>
public sealed class WinnerMapTests
{
    private static readonly JobDocument Job = MapSamples.SizeAndRoundTrip;
    private static readonly BenchmarkInfo Info = MapSamples.InfoOf(Job);

    [Fact]
    public void Each_pair_has_its_winner_or_the_reason_why_it_is_not_decided()
    {
        var map = WinnerMap.Of(Job, Info).ShouldHaveSingleItem();

        (map.X.Name, map.Y.Name, map.Title).ShouldBe(("payloadBytes", "linkRoundTrip", ""));
        map.Columns.ShouldBe([1024, 8192, 32768]);
        map.Rows.ShouldBe([0, 0.5, 2]);
        LabelsOf(map).ShouldBe(
        [
            "hset", "equally fast", "no result",
            "hset", "not decided", "lz4",
            "hset", "lz4", "lz4",
        ]);
        map.Cells.Select(cell => cell.State).Distinct().ShouldBe([WinnerMapState.Decided, WinnerMapState.Open, WinnerMapState.Empty]);
        map.Cells[0].Words.ShouldBe("`hset` is fastest: 1.00 s; next: `lz4`, 1.51 s");
        map.Cells[1].Words.ShouldStartWith("`hset` and `lz4` are equally fast: 1.00 s");
        map.Cells[2].Words.ShouldBe("no result: OOM <command> not allowed");
        map.Cells[4].Words.ShouldStartWith("not decided: lowest so far `");
        map.Sentence.ShouldBe("Fastest: `hset` at 3 of 9 pairs of values and `lz4` at 3; equally fast at 1; not decided at 1; no result at 1.");
    }

    [Fact]
    public void The_winners_are_those_of_the_table_behind_it()
    {
        var cells = WinnerMap.Of(Job, Info)[0].Cells.Where(cell => cell.Winner is not null).ToArray();
        var leaders = JobRanking.Leaders(Job, Info);

        cells.Length.ShouldBe(6);
        cells.ShouldAllBe(cell => leaders.Any(leader => leader.At == cell.At && leader.Strategy == cell.Winner));
        cells.ShouldAllBe(cell => leaders.Count(leader => leader.At == cell.At) == 1);
    }

    [Fact]
    public void The_axis_of_the_page_has_the_columns()
    {
        var map = WinnerMap.Of(ChartPanelsTests.Along(Job, "linkRoundTrip"), Info).ShouldHaveSingleItem();

        (map.X.Name, map.Y.Name).ShouldBe(("linkRoundTrip", "payloadBytes"));
        LabelsOf(map).ShouldBe(
        [
            "hset", "hset", "hset",
            "equally fast", "not decided", "lz4",
            "no result", "lz4", "lz4",
        ]);
    }

    [Theory]
    [InlineData(JobState.Failed, "no winner: the job failed")]
    [InlineData(JobState.Cancelled, "no winner: the job was cancelled")]
    [InlineData(JobState.Interrupted, "no winner: the job was interrupted")]
    public void A_job_that_is_not_completed_has_no_winner(JobState state, string words)
    {
        var map = WinnerMap.Of(Job with { State = state }, Info).ShouldHaveSingleItem();

        map.Cells.ShouldAllBe(cell => cell.Winner == null);
        map.Cells.Where(cell => cell.State == WinnerMapState.Open).Select(cell => cell.Words).Distinct().ShouldBe([words]);
        map.Sentence.ShouldBe("No strategy is decided to be the fastest; no winner at 8; no result at 1.");
    }

    [Fact]
    public void Two_rounds_decide_nothing_and_one_strategy_with_results_is_no_winner()
    {
        var few = MapSamples.Completed(
            """
            { "benchmark": "insert", "strategies": ["hset", "lz4"], "runs": 2,
              "options": { "payloadBytes": [1024, 8192], "linkRoundTrip": [1, 2] } }
            """,
            (key, _) => key.Strategy == "hset" ? 1 : 9);
        var alone = MapSamples.Completed(
            """
            { "benchmark": "insert", "strategies": ["hset", "lz4"], "runs": 5,
              "options": { "payloadBytes": [1024, 8192], "linkRoundTrip": [1, 2] } }
            """,
            (key, round) => key.Strategy == "lz4" && round > 1 ? null : 1 + (0.01 * round));

        WinnerMap.Of(few, Info)[0].Cells.ShouldAllBe(cell => cell.State == WinnerMapState.Open && cell.Label == "too few rounds");
        WinnerMap.Of(alone, Info)[0].Cells.ShouldAllBe(cell => cell.State == WinnerMapState.Open
            && cell.Words == "only `hset` has enough rounds; too few rounds: `lz4`");
    }

    [Fact]
    public void While_a_job_runs_a_pair_without_a_run_is_not_measured_yet()
    {
        var running = Job with
        {
            State = JobState.Running,
            Cases = [.. Job.Cases.Where(@case => @case.At["linkRoundTrip"] != "2")],
        };

        var map = WinnerMap.Of(running, Info).ShouldHaveSingleItem();

        map.Cells.TakeLast(3).ShouldAllBe(cell => cell.State == WinnerMapState.Empty && cell.Words == "no result: not measured yet");
        map.Cells[0].Winner.ShouldBe("hset");
        WinnerMap.Of(running with { Cases = [] }, Info).ShouldBeEmpty();
    }

    [Fact]
    public void Each_combination_of_other_axes_and_each_work_has_its_own_map_and_a_strategy_belongs_to_all_values_that_do_not_affect_it()
    {
        var job = MapSamples.Completed(
            """
            { "benchmark": "pipelining", "strategies": ["one-by-one", "pipelined", "incr-one-by-one", "incr-pipelined"], "runs": 5,
              "options": { "batchSizes": [10, 100], "payloadBytes": [16, 64] }, "server": { "appendfsync": ["no", "always"] } }
            """,
            (key, round) => (key.Strategy.EndsWith("pipelined", StringComparison.Ordinal) ? 1 : 5) + (0.01 * round));

        var maps = WinnerMap.Of(job, MapSamples.InfoOf(job));

        maps.Select(map => map.Title).ShouldBe(
            ["set values · appendfsync no", "increment a counter · appendfsync no", "set values · appendfsync always",
                "increment a counter · appendfsync always"]);
        maps.ShouldAllBe(map => map.Cells.Count == 4 && map.Cells.All(cell => cell.State == WinnerMapState.Decided));
        WinnerMap.Of(job, MapSamples.InfoOf(job), at => at["server.appendfsync"] == "no").Count.ShouldBe(2);
    }

    [Theory]
    [InlineData("insert", """ "hset", "lz4" """, """ "payloadBytes": [1024, 8192], "linkRoundTrip": 2 """)]
    [InlineData("insert", """ "hset", "lz4" """, """ "payloadBytes": [1024], "linkRoundTrip": [1, 2] """)]
    [InlineData("insert", """ "hset", "lz4" """, """ "payloadBytes": [1024, 8192], "linkBandwidth": [0, 100] """)]
    [InlineData("insert", """ "hset" """, """ "payloadBytes": [1024, 8192], "linkRoundTrip": [1, 2] """)]
    [InlineData("insert", """ "hset", "lz4" """, """ "payloadBytes": [1024, 8192], "linkRoundTrip": [1, 2], "lz4Level": [1, 3] """)]
    [InlineData("connections", """ "set", "get" """, """ "connections": [1, 2], "payloadBytes": [64, 128] """)]
    public void A_job_with_another_number_of_axes_or_nothing_to_compare_has_no_map(string benchmark, string strategies, string options)
    {
        var job = MapSamples.Completed(
            $$"""{ "benchmark": "{{benchmark}}", "strategies": [{{strategies}}], "options": { {{options}} } }""",
            (key, round) => key.Strategy.Length + (0.01 * round));

        WinnerMap.Of(job, MapSamples.InfoOf(job)).ShouldBeEmpty();
        WinnerMap.Of(job, null).ShouldBeEmpty();
    }

    private static IEnumerable<string> LabelsOf(WinnerMap map) => map.Cells.Select(cell => cell.Label);
}
