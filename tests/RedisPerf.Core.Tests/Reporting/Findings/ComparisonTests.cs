using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public sealed class ComparisonTests
{
    [Fact]
    public void Each_case_has_both_summaries_ratio_and_verdict()
    {
        var comparison = Comparison.Of(Job(("a", [1.0, 1.01, 0.99]), ("b", [1, 1, 1])), Job(("a", [1.5, 1.52, 1.48]), ("b", [1, 1, 1])), null);

        comparison.Trouble.ShouldBeNull();
        comparison.Cases.Select(@case => @case.Strategy).ShouldBe(["a", "b"]);
        var changed = comparison.Cases[0];
        (changed.Base!.Median, changed.With!.Median).ShouldBe((1.0, 1.5));
        changed.Ratio!.Value.ShouldBe(1.5, 0.001);
        changed.Ratio.Baseline.ShouldBe("a");
        changed.Ratio.Verdict.ShouldBe(Verdict.Slower);
        comparison.Cases[1].Ratio!.Verdict.ShouldBe(Verdict.Same);
    }

    [Fact]
    public void Ratio_excludes_runs_that_do_not_count()
    {
        var with = Job(("a", [1.5, 1.52, 1.48, 90, 90, 90]));
        Run[] runs = [.. with.Cases[0].Runs.Select((run, index) => index switch
        {
            3 => run with { ExcludedByUser = true, Disturbed = [Reason.FromText("The server also worked for others.")] },
            4 => run with { Warmup = true },
            5 => run with { State = RunState.Failed },
            _ => run,
        })];
        with = with with { Cases = Summaries.Of([with.Cases[0] with { Runs = runs }], null, null) };

        var compared = Comparison.Of(Job(("a", [1.0, 1.01, 0.99])), with, null).Cases.ShouldHaveSingleItem();

        compared.With!.Count.ShouldBe(3);
        compared.Ratio!.Value.ShouldBe(1.5, 0.001);
    }

    [Fact]
    public void Runs_of_two_jobs_are_not_paired_by_their_rounds()
    {
        // Paired by rounds the jobs would be the same; as two jobs they have two wide distributions.
        var comparison = Comparison.Of(Job(("a", [1, 2, 4])), Job(("a", [1.01, 2.02, 4.04])), null);

        comparison.Cases[0].Ratio!.Verdict.ShouldBe(Verdict.Unclear);
    }

    [Fact]
    public void Lists_a_case_of_only_one_job_without_a_ratio()
    {
        var comparison = Comparison.Of(Job(("a", [1, 1, 1]), ("b", [1, 1, 1])), Job(("c", [1, 1, 1]), ("a", [1, 1, 1])), null);

        comparison.Cases.Select(@case => (@case.Strategy, @case.Base is null, @case.With is null, @case.Ratio is null))
            .ShouldBe([("a", false, false, false), ("b", false, true, true), ("c", true, false, true)]);
    }

    [Fact]
    public void Compares_the_same_points_of_a_sweep()
    {
        var with = Job(("a", [2, 2, 2]));
        with = with with { Cases = [with.Cases[0].AtPoint(10)] };

        Comparison.Of(Job(("a", [1, 1, 1])), with, null).Trouble.ShouldBe("The two jobs have no measured case in common.");
        Comparison.Of(with, with, null).Cases.ShouldHaveSingleItem().Point.ShouldBe(10);
    }

    [Fact]
    public void A_value_of_an_axis_is_compared_with_a_job_that_has_only_this_value()
    {
        var single = Job(("a", [1.0, 1.01, 0.99]), ("level", [1, 1, 1]));
        single = single with { Request = single.Request with { Options = Options("""{"keys": 10}""") } };
        var several = Job(("a", [2.0, 2.02, 1.98]), ("level", [1, 1, 1]));
        several = several with
        {
            Request = several.Request with { Options = Options("""{"keys": [10, 20]}""") },
            Cases = [several.Cases[0].AtPoint(10), several.Cases[0].AtPoint(20), several.Cases[1]],
        };

        Compared(single, several).ShouldBe(["a 10 2", "level  1"]);
        Compared(several, single).ShouldBe(["a 10 0.5", "level  1"]);

        static Dictionary<string, JsonElement> Options(string json) => JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(json)!;

        static IEnumerable<string> Compared(JobDocument @base, JobDocument with) => Comparison.Of(@base, with, null).Cases
            .Where(@case => @case.Ratio is not null)
            .Select(@case => string.Create(CultureInfo.InvariantCulture, $"{@case.Strategy} {@case.Point} {@case.Ratio!.Value:0.#}"));
    }

    [Fact]
    public void Does_not_compare_different_benchmarks()
    {
        var comparison = Comparison.Of(Job(("a", [1, 1, 1])), Job(("a", [1, 1, 1])) with { Benchmark = "mget" }, null);

        comparison.Trouble.ShouldBe("The two jobs are of different benchmarks, sample and mget, so their times are not comparable.");
        comparison.Cases.ShouldBeEmpty();
    }

    [Fact]
    public void Single_targets_are_matched_and_several_are_matched_by_name()
    {
        var elsewhere = Job("valkey", ("a", [2, 2, 2]));
        Comparison.Of(Job(("a", [1, 1, 1])), elsewhere, null).Cases.ShouldHaveSingleItem().Ratio!.Value.ShouldBe(2, 1e-9);

        var both = elsewhere with { Request = elsewhere.Request with { Targets = ["valkey", "embedded"] } };
        Comparison.Of(Job(("a", [1, 1, 1])), both, null).Trouble.ShouldNotBeNull();
    }

    [Fact]
    public void Two_single_targets_with_different_names_are_not_one_target()
    {
        var elsewhere = Job("valkey", ("a", [2, 2, 2]));
        elsewhere = elsewhere with
        {
            Environment = elsewhere.Environment! with
            { Targets = [.. elsewhere.Environment.Targets.Select(target => target with { Name = "valkey", Version = "9.9.9" })] }
        };

        var comparison = Comparison.Of(Job(("a", [1, 1, 1])), elsewhere, null);

        comparison.OtherTarget.ShouldBe("valkey");
        comparison.Differences.Select(difference => difference.What).ShouldBe(["targets", "engine"]);
        Comparison.Of(elsewhere, elsewhere, null).OtherTarget.ShouldBeNull();
    }

    [Fact]
    public void Times_of_whole_runs_with_different_numbers_of_items_are_compared_per_item()
    {
        var (few, many) = (WithOperations(500, [1.0, 1.01, 0.99]), WithOperations(8000, [24, 24.1, 23.9]));

        var comparison = Comparison.Of(few, many, null);

        (comparison.Trouble, comparison.PerItem).ShouldBe((null, true));
        var @case = comparison.Cases.ShouldHaveSingleItem();
        @case.Ratio!.Value.ShouldBe(1.5, 0.01);
        (@case.BaseMedian(perItem: true), @case.WithMedian(perItem: true)).ShouldBe((0.002, 0.003));
        (@case.BaseMedian(perItem: false), @case.WithMedian(perItem: false)).ShouldBe((1.0, 24.0));
        comparison.SlowerBeyond(0.1).ShouldHaveSingleItem();
        ComparisonHeadline.Of(comparison).ShouldEndWith(" slower. The runs have 500 and 8,000 items, so the times are compared per item.");
        ComparisonReport.Text(comparison).ShouldContain("base median ms/item");
        Comparison.Of(few, WithOperations(500, [2, 2.01, 1.99]), null).PerItem.ShouldBeFalse();
    }

    [Fact]
    public void All_cases_are_compared_per_item_when_one_has_another_number_of_items()
    {
        var (one, other) = (WithOperations(500, [1.0, 1.01, 0.99]), WithOperations(500, [2.0, 2.02, 1.98]));
        var (more, doubled) = (Renamed(WithOperations(100, [1.0, 1.01, 0.99])), Renamed(WithOperations(200, [1.0, 1.01, 0.99])));

        var comparison = Comparison.Of(
            one with { Cases = [.. one.Cases, .. more.Cases] }, other with { Cases = [.. other.Cases, .. doubled.Cases] }, null);

        comparison.PerItem.ShouldBeTrue();
        comparison.Cases.Select(@case => @case.Ratio!.Value).ShouldBe([2, 0.5], 0.01);

        static JobDocument Renamed(JobDocument job) => job with { Cases = [.. job.Cases.Select(@case => @case with { Strategy = "b" })] };
    }

    [Theory]
    [InlineData(1.0, "The floor took 1.00× (0.99–1.01) the time: the machine is the same.")]
    [InlineData(1.3, "The machine changed: it is 1.30× (1.29–1.31) slower, its floor took 1.30 s instead of 1.00 s. Seconds decide nothing, and "
        + "the verdicts are those of the times relative to the floor.")]
    [InlineData(0.5, "The machine changed: it is 2.00× (1.98–2.02) faster, its floor took 0.500 s instead of 1.00 s. Seconds decide nothing, and "
        + "the verdicts are those of the times relative to the floor.")]
    public void A_machine_that_changed_for_all_runs_is_no_result(double change, string sentence)
    {
        double[] level = [1.0, 1.005, 0.995];
        double[] changed = [.. level.Select(seconds => seconds * change)];
        var comparison = OfInsert([("floor", level), ("batch", level), ("hset", level)], [("floor", changed), ("batch", changed), ("hset", changed)]);

        comparison.HasMachineChanged.ShouldBe(change != 1);
        comparison.Cases.Select(@case => @case.Strategy).ShouldBe(["batch", "hset", "floor"]);
        comparison.Results.ShouldAllBe(@case => @case.Verdict == Verdict.Same && @case.FloorRatio!.Verdict == Verdict.Same);
        comparison.Results.ShouldAllBe(@case => @case.Ratio!.Verdict == (change == 1 ? Verdict.Same : Verdict.Unclear));
        Math.Log(comparison.Cases[0].Ratio!.Value / change).ShouldBe(0, 1e-9);
        comparison.Cases[^1].Verdict.ShouldBe(change switch { 1.3 => Verdict.Slower, 0.5 => Verdict.Faster, _ => Verdict.Same });
        ComparisonHeadline.Of(comparison).ShouldBe("All 2 cases in common are the same.");
        ComparisonHeadline.OfMachine(comparison).ShouldBe(sentence);
        comparison.SlowerBeyond(0.1).ShouldBeEmpty();
        ComparisonReport.Text(comparison).ShouldContain(sentence);
        ComparisonReport.Markdown(comparison).ShouldContain(sentence);
    }

    [Fact]
    public void A_strategy_that_is_slower_than_its_machine_is_slower()
    {
        double[] level = [1.0, 1.005, 0.995];
        double[] slow = [1.5, 1.508, 1.492];
        var comparison = OfInsert([("floor", level), ("batch", level), ("hset", level)],
            [("floor", slow), ("batch", slow), ("hset", [.. slow.Select(seconds => seconds * 1.2)])]);

        var slower = comparison.SlowerBeyond(0.1).ShouldHaveSingleItem();
        (slower.Strategy, slower.Basis).ShouldBe(("hset", Basis.Floor));
        slower.Ratio!.Value.ShouldBe(1.8, 0.01);
        slower.FloorRatio!.Value.ShouldBe(1.2, 0.01);
        ComparisonHeadline.Of(comparison).ShouldBe(
            "2 cases in common: 1 slower and 1 the same. Largest change: `hset`, 1.20× (1.20–1.20) slower relative to the floor.");
    }

    [Fact]
    public void A_strategy_without_a_round_of_the_floor_has_no_verdict_on_a_machine_that_changed()
    {
        double[] level = [1.0, 1.005, 0.995];
        var later = Job(("floor", [1.5, 1.508, 1.492]), ("batch", [1.5, 1.508, 1.492]));
        later = later with
        {
            Cases = [later.Cases[0], later.Cases[1] with { Runs = [.. later.Cases[1].Runs.Select(run => run with { Round = run.Round + 10 })] }],
        };

        var batch = Comparison.Of(Job(("floor", level), ("batch", level)), later, Catalogue.Default.Find("insert")!.Info).Cases[0];

        (batch.Verdict, batch.Basis, batch.Ratio!.Verdict).ShouldBe(((Verdict?)null, Basis.Floor, Verdict.Unclear));
    }

    [Fact]
    public void With_another_engine_the_floor_does_not_measure_the_machine_alone()
    {
        double[] level = [1.0, 1.005, 0.995];
        double[] slow = [1.5, 1.508, 1.492];
        var later = Job(("floor", slow), ("batch", slow));
        later = later with
        {
            Environment = later.Environment! with
            { Targets = [.. later.Environment.Targets.Select(target => target with { Version = "9.9.9" })] },
        };

        var comparison = Comparison.Of(Job(("floor", level), ("batch", level)), later, Catalogue.Default.Find("insert")!.Info);

        comparison.HasMachineChanged.ShouldBeFalse();
        comparison.SlowerBeyond(0.1).ShouldHaveSingleItem();
        ComparisonHeadline.OfMachine(comparison).ShouldBe("The floor took 1.50× (1.48–1.52) the time: the machine, the server or its work became "
            + "slower between the jobs.");
    }

    [Fact]
    public void Jobs_recorded_without_and_with_four_busy_programs_have_another_machine_and_no_other_strategy()
    {
        // Recorded one after the other on two cores: 2,000 documents of 8 KB, 15 runs. The load delays the floor more than the strategies.
        (string, double[])[] quiet =
        [
            ("floor",
            [
                0.0306, 0.1283, 0.0377, 0.0203, 0.0404, 0.0199, 0.0914, 0.0801,
                0.0786, 0.0220, 0.0198, 0.0703, 0.0948, 0.0202, 0.0242,
            ]),
            ("batch",
            [
                0.1543, 0.0497, 0.0440, 0.1879, 0.0471, 0.0318, 0.0594, 0.0638,
                0.0625, 0.0611, 0.0350, 0.0672, 0.0618, 0.0263, 0.0499,
            ]),
            ("hset",
            [
                0.0514, 0.0413, 0.0904, 0.0804, 0.0816, 0.0284, 0.0626, 0.0699,
                0.1224, 0.0512, 0.0509, 0.0247, 0.0485, 0.0402, 0.0598,
            ]),
            ("multi-exec",
            [
                0.0585, 0.0710, 0.0528, 0.0394, 0.1212, 0.1448, 0.0378, 0.0514,
                0.0672, 0.0307, 0.0381, 0.0844, 0.0557, 0.0385, 0.0426,
            ]),
        ];
        (string, double[])[] loaded =
        [
            ("floor",
            [
                0.1816, 0.2419, 0.1250, 0.1385, 0.1395, 0.3069, 0.1828, 0.1825,
                0.2433, 0.2446, 0.2341, 0.2473, 0.0216, 0.0931, 0.2029,
            ]),
            ("batch",
            [
                0.1654, 0.1171, 0.1111, 0.1205, 0.1233, 0.0971, 0.0787, 0.0883,
                0.0614, 0.0971, 0.0928, 0.0795, 0.0509, 0.0706, 0.0653,
            ]),
            ("hset",
            [
                0.1651, 0.1403, 0.1227, 0.0748, 0.0990, 0.0926, 0.0838, 0.0887,
                0.0659, 0.0664, 0.1216, 0.0436, 0.0842, 0.0923, 0.0910,
            ]),
            ("multi-exec",
            [
                0.2031, 0.1303, 0.0849, 0.1510, 0.1212, 0.0946, 0.1015, 0.0853,
                0.1015, 0.1052, 0.1011, 0.0841, 0.0633, 0.0914, 0.0991,
            ]),
        ];

        var comparison = OfInsert(quiet, loaded);

        ComparisonHeadline.OfMachine(comparison)!.ShouldStartWith("The machine changed: it is 3.91× (2.38–6.44) slower, its floor took 0.183 s");
        comparison.Results.Select(@case => @case.Ratio!.Value).ShouldAllBe(ratio => ratio > 1.5);
        comparison.Results.ShouldAllBe(@case => @case.Verdict == Verdict.Unclear);
        comparison.SlowerBeyond(0).ShouldBeEmpty();
    }

    private static Comparison OfInsert((string Strategy, double[] Seconds)[] @base, (string Strategy, double[] Seconds)[] with) =>
        Comparison.Of(Job(@base), Job(with), Catalogue.Default.Find("insert")!.Info);

    [Fact]
    public void The_floor_is_no_result()
    {
        double[] level = [1.0, 1.005, 0.995];
        var comparison = OfInsert([("floor", level), ("batch", level)], [("floor", [1.3, 1.31, 1.29]), ("batch", [1.3, 1.31, 1.29])]);

        comparison.Results.ShouldHaveSingleItem().Strategy.ShouldBe("batch");
        comparison.SlowerBeyond(0.1).ShouldBeEmpty();
    }

    [Fact]
    public void A_job_with_the_floor_alone_in_common_has_no_result()
    {
        double[] level = [1.0, 1.005, 0.995];
        var insert = Catalogue.Default.Find("insert")!.Info;
        var comparison = Comparison.Of(Job(("floor", level), ("batch", level)), Job(("floor", level)), insert);

        ComparisonHeadline.Of(comparison).ShouldBe("No strategy was measured in both jobs.");
        ComparisonHeadline.OfMachine(Comparison.Of(Job(("batch", level)), Job(("batch", level)), insert)).ShouldBeNull();
    }

    [Fact]
    public void Times_per_operation_are_compared_with_any_number_of_operations()
    {
        var comparison =
            Comparison.Of(WithOperations(500, [1.0, 1.01, 0.99]), WithOperations(8000, [16, 16.1, 15.9]), Catalogue.Default.Find("mget")!.Info);

        comparison.Cases.ShouldHaveSingleItem().Ratio!.Value.ShouldBe(1, 0.01);
    }

    [Fact]
    public void Two_versions_of_the_client_are_compared_and_are_a_difference()
    {
        var comparison =
            Comparison.Of(WithClients(Job(("a", [1.0, 1.01, 0.99])), "2.13.17"), WithClients(Job(("a", [1.5, 1.52, 1.48])), "3.4.35"), null);

        comparison.Cases.ShouldHaveSingleItem().Ratio!.Verdict.ShouldBe(Verdict.Slower);
        comparison.Differences.ShouldBe([new("client", "StackExchange.Redis 2.13.17", "StackExchange.Redis 3.4.35")]);
        ComparisonReport.Text(comparison).ShouldContain("StackExchange.Redis 3.4.35");
    }

    [Fact]
    public void Cases_of_several_clients_are_matched_and_named_by_their_client()
    {
        var job = WithClients(Job(("a", [1.0, 1.01, 0.99])), "2.13.17", "3.4.35");
        var later = job with { Cases = [.. job.Cases.Reverse()] };

        var comparison = Comparison.Of(job, later, null);

        comparison.Cases.Select(@case => (@case.Client, @case.Ratio!.Value)).ShouldBe([("2.13.17", 1), ("3.4.35", 1)]);
        ComparisonReport.Text(comparison).ShouldContain("embedded with client 3.4.35");
        ComparisonHeadline.Of(Comparison.Of(job, WithClients(Job(("a", [1.5, 1.52, 1.48])), "3.4.35") with { Request = later.Request }, null))
            .ShouldStartWith("1 case in common: `a` on `embedded` with client 3.4.35, 0.75×");
    }

    [Theory]
    [InlineData(1.2, 0.1, true)]
    [InlineData(1.2, 0.25, false)]
    [InlineData(0.8, 0.1, false)]
    [InlineData(1.02, 0.0, false)]
    public void Slower_beyond_a_limit_requires_verdict_and_value(double factor, double limit, bool isBeyond) =>
        Comparison.Of(Job(("a", [1.0, 1.001, 0.999])), Job(("a", [factor, factor * 1.001, factor * 0.999])), null).SlowerBeyond(limit).Any()
            .ShouldBe(isBeyond);

    [Fact]
    public void Unclear_is_never_slower_beyond() =>
        Comparison.Of(Job(("a", [1, 2, 4])), Job(("a", [4, 2, 8])), null).SlowerBeyond(0).ShouldBeEmpty();

    [Fact]
    public void Reports_list_differences_above_the_results()
    {
        var with = Job(("a", [1.5, 1.52, 1.48]), ("b", [0.5, 0.6, 0.7]));
        var comparison = Comparison.Of(
            Job(("a", [1.0, 1.01, 0.99]), ("c|d", [1, 1, 1])),
            with with { Note = "after | the <move>", Environment = with.Environment! with { Cores = 8 } }, null);

        GoldenFile.ShouldHold("comparison.txt", ComparisonReport.Text(comparison));
        GoldenFile.ShouldHold("comparison.md", ComparisonReport.Markdown(comparison));
        ComparisonReport.Text(Comparison.Of(with, with, null)).ShouldContain("Environment and options are the same.");
        ComparisonReport.Markdown(Comparison.Of(with, with, null)).ShouldContain("Environment and options are the same.");
    }

    [Fact]
    public void Headline_counts_the_common_cases_and_names_the_largest_change()
    {
        double[] level = [1.0, 1.01, 0.99];
        var @base = Job(("a", level), ("b", level), ("c", level), ("d", [1, 2, 4]), ("e", level));
        var with = Job(("a", [1.1, 1.11, 1.09]), ("b", [0.5, 0.51, 0.49]), ("c", [1, 1, 1]), ("d", [4, 2, 8]));

        ComparisonHeadline.Of(Comparison.Of(@base, with, null))
            .ShouldBe("4 cases in common: 1 slower, 1 faster, 1 the same and 1 unclear. Largest change: `b`, 0.50× (0.48–0.52) faster.");
        ComparisonHeadline.Of(Comparison.Of(Job(("a", level)), with, null)).ShouldBe("1 case in common: `a`, 1.10× (1.08–1.12) slower.");
        ComparisonHeadline.Of(Comparison.Of(with with { Cases = [.. with.Cases.Skip(2).Take(1), with.Cases[2] with { Strategy = "x" }] },
            with with { Cases = [with.Cases[2], with.Cases[2] with { Strategy = "x" }] }, null))
            .ShouldBe("All 2 cases in common are the same.");
        ComparisonHeadline.Of(Comparison.Of(@base, with with { Benchmark = "mget" }, null))
            .ShouldStartWith("The two jobs are of different benchmarks");
    }

    [Fact]
    public void Headline_of_many_cases_estimates_changes_by_chance()
    {
        var cases = Enumerable.Range(0, 60).Select(index => ($"s{index:00}", new[] { 1.0, 1.01, 0.99 })).ToArray();
        var with = cases.Select((@case, index) => index == 7 ? (@case.Item1, [1.5, 1.51, 1.49]) : @case).ToArray();

        ComparisonHeadline.Of(Comparison.Of(Job(cases), Job(with), null))
            .ShouldEndWith("1.50× (1.47–1.53) slower. By chance alone, about 3 of 60 cases appear changed.");
        ComparisonHeadline.Of(Comparison.Of(Job(cases[..20]), Job(with[..20]), null)).ShouldNotContain("chance");
    }

    [Fact]
    public void Comparison_of_many_cases_shows_changes_and_collapses_the_rest()
    {
        var many = Enumerable.Range(0, 25).Select(index => ($"s{index:00}", new[] { 1.0, 1.01, 0.99 })).ToArray();
        var with = many.Select((@case, index) => index == 7 ? (@case.Item1, [1.5, 1.51, 1.49]) : @case).ToArray();

        var markdown = ComparisonReport.Markdown(Comparison.Of(Job(many), Job(with), null));

        var (shown, folded) = (
            markdown[..markdown.IndexOf("<details>", StringComparison.Ordinal)], markdown[markdown.IndexOf("<details>", StringComparison.Ordinal)..]);
        shown.ShouldContain("| s07 |");
        shown.ShouldNotContain("| s08 |");
        folded.ShouldStartWith("<details><summary>All 25 cases</summary>\n\n| strategy |");
        folded.ShouldContain("| s08 |");
        folded.ShouldEndWith("\n\n</details>\n");
    }

    // With each further client, the times are twice as long.
    private static JobDocument WithClients(JobDocument job, params string[] clients) => job with
    {
        Request = job.Request with { Clients = clients },
        Environment = job.Environment! with { Client = string.Join(", ", clients.Select(client => $"StackExchange.Redis {client}")) },
        Cases = Summaries.Of(
            [.. from client in clients.Index() from @case in job.Cases select @case.At("client", client.Item) with
                { Runs = [.. @case.Runs.Select(run => run with { Seconds = run.Seconds * (1 + client.Index) })] }], null, null),
    };

    private static JobDocument Job(params (string Strategy, double[] Seconds)[] cases) => Job("embedded", cases);

    private static JobDocument Job(string target, params (string Strategy, double[] Seconds)[] cases) => Samples.Completed with
    {
        Request = Samples.Completed.Request with { Targets = [target] },
        Note = null,
        Cases = Summaries.Of(
            [.. cases.Select(@case => TestCases.Of(@case.Strategy, target, null, [.. @case.Seconds.Select(Run)]))], null, null),
    };

    private static JobDocument WithOperations(long operations, double[] seconds)
    {
        var job = Job(("a", seconds));
        return job with
        { Cases = [.. job.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(run => run with { Operations = operations })] })] };
    }

    private static Run Run(double seconds, int index) =>
        new() { Round = index + 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds };
}
