using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The answer of a job, and what to do for a clearer one.</summary>
public sealed class JobVerdictTests
{
    private static readonly double[] Clear = [1, 1.01, 0.99];
    private static readonly double[] Noisy = [1, 1.6, 0.7];

    private const string Stricter = "With added rounds, intervals have 99.5% confidence instead of 95%, because the verdicts are checked several "
        + "times. They are wider: a comparison that is decided now can become undecided.";

    private static BenchmarkInfo Info { get; } = Samples.Info with
    {
        Columns = [],
        Presets =
        [
            Preset.Create("quick", "Quick look", 3, new object()),
            Preset.Create("close-call", "Close call", 50, new object()) with { IsPrecise = true },
        ],
    };

    [Fact]
    public void A_clear_answer_has_no_next_step()
    {
        var verdict = Of(("hset", 1, Clear), ("multi-exec", 2, Clear));

        verdict.Answers.ShouldBe(["`hset` is 2.00× as fast as `multi-exec`: 1.00 s instead of 2.00 s."]);
        verdict.Conditions.ShouldBe("Conditions: quiet. 0 of 6 runs were disturbed. The runs of a case vary by 1.0% (median CV).");
        verdict.Next.ShouldBeEmpty();
        verdict.NextSentence.ShouldBeNull();
    }

    [Fact]
    public void An_undecided_lead_leads_to_more_rounds_and_a_more_precise_preset()
    {
        var job = Job(("hset", 1.25, [1, 1.02, 0.98]), ("multi-exec", 1.26, [0.98, 1, 1.03]));

        JobVerdict.Of(job, Info).Answers.Single().ShouldStartWith(
            "Not decided: lowest so far `hset`, 1.25 s. `multi-exec` can be as fast or faster.");
        NextStep[] steps = [new("add rounds until it is decided", null, AddsRounds: true) { Note = Stricter },
            new("run it with 10 rounds", "runs=10"),
            new("use the preset Close call", "preset=close-call")];
        JobVerdict.Of(job, Info).Next.ShouldBe(steps);
    }

    [Theory]
    [InlineData(RunUntil.Rounds)]
    [InlineData(RunUntil.Decided)]
    public void Cases_that_are_the_same_have_no_next_step(RunUntil until)
    {
        double[] steady = [1, 1.0001, 0.9999];
        var job = Job(("hset", 1, steady), ("multi-exec", 1.0001, [.. steady.Reverse()]));

        var verdict = JobVerdict.Of(job with { Request = job.Request with { Until = until, BudgetSeconds = 60 } }, Info);

        verdict.Answers.Single().ShouldStartWith("`hset` and `multi-exec` are equally fast: 1.00 s and 1.00 s, which is the same within 3%.");
        verdict.Next.ShouldBeEmpty();
    }

    [Fact]
    public void Each_comparison_of_a_job_until_decided_is_part_of_its_answer()
    {
        var job = Job(("hset", 0.5, Clear), ("multi-exec", 1, Clear), ("gzip", 1, [0.8, 1.2, 1]));

        JobVerdict.Of(job, Info).Next.ShouldBeEmpty();
        JobVerdict.Of(job with { Request = job.Request with { Until = RunUntil.Decided, Runs = 63, BudgetSeconds = 60 } }, Info).Next
            .ShouldContain(new NextStep("run it with twice the time", "budgetSeconds=120"));
    }

    [Fact]
    public void Rounds_are_added_to_no_scheduled_run_and_to_no_job_outside_of_a_ledger()
    {
        var job = Job(("hset", 1.25, [1, 1.02, 0.98]), ("multi-exec", 1.26, [0.98, 1, 1.03]));
        NextStep[] steps = [new("run it with 10 rounds", "runs=10"), new("run it until it is decided", "until=decided"),
            new("use the preset Close call", "preset=close-call")];

        JobVerdict.Of(job with { Schedule = "nightly" }, Info).Next.ShouldBe(steps);
        JobVerdict.Of(job with { Number = null }, Info).Next.ShouldBe(steps);
    }

    [Fact]
    public void More_than_three_strategies_are_counted()
    {
        var verdict = Of(("a", 1, Noisy), ("b", 1.1, Clear), ("c", 1.05, [1.5, 0.8, 1]), ("multi-exec", 1.2, [0.7, 1.2, 1]));

        verdict.Answers.Single().ShouldStartWith("Not decided: lowest so far `a`, 1.00 s. `c`, `b` and `multi-exec` can be as fast or faster.");
        verdict.Conditions!.ShouldStartWith("Conditions: noisy.");
        verdict.Next[^1].ShouldBe(new("repeat it on a machine and a server without other load", null));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Too_few_rounds_have_no_winner(int rounds)
    {
        var document = Job(("hset", 1, Clear[..rounds]), ("multi-exec", 2, Clear[..rounds]));

        JobVerdict.Of(document, Info).Answers.ShouldBe(["No winner: 3 rounds are needed for a comparison."]);
        JobVerdict.Of(document, Info).Next.ShouldBe([new("run it with 5 rounds", "runs=5")]);
        ClaimsNothing(document);
    }

    [Theory]
    [InlineData(JobState.Failed, "No winner: the job failed.")]
    [InlineData(JobState.Cancelled, "No winner: the job was cancelled.")]
    [InlineData(JobState.Interrupted, "No winner: the job was interrupted.")]
    public void A_job_that_is_not_completed_has_no_winner(JobState state, string answer)
    {
        var document = Job(("hset", 1, Clear), ("multi-exec", 2, Clear)) with { State = state, Number = null };

        JobVerdict.Of(document, Info).Answers.ShouldBe([answer]);
        JobVerdict.Of(document, Info).Next.ShouldBe([new("run it again", "")]);
        ClaimsNothing(document);
    }

    [Fact]
    public void While_it_runs_there_is_no_next_step() =>
        JobVerdict.Of(Job(("hset", 1, Noisy), ("multi-exec", 1.1, Clear)) with { State = JobState.Running }, Info).Next.ShouldBeEmpty();

    [Fact]
    public void While_it_runs_a_strategy_that_is_a_round_ahead_is_not_called_the_fastest()
    {
        var job = Job(("hset", 1, Clear), ("multi-exec", 0.5, Clear[..2]));

        Headline.Of(job with { State = JobState.Running }, Info).ShouldBe("No winner yet: 3 rounds are needed for a comparison.");
        Headline.Of(job, Info).ShouldBe(
            "`hset` takes 1.00 s: no other strategy is ranked. `multi-exec` has too few runs to be ranked.");
    }

    [Fact]
    public void A_job_that_runs_until_it_is_decided_does_not_wait_for_a_case_that_was_given_up()
    {
        var clear = Enumerable.Range(0, 9).Select(round => 1 + (0.001 * round)).ToArray();
        var job = Job(("hset", 1, clear), ("multi-exec", 2, clear), ("batch", 1.5, [1, 1.4])) is var all
            ? all with { Request = all.Request with { Until = RunUntil.Decided, Runs = 63, BudgetSeconds = 600 } }
            : null!;

        JobVerdict.Of(job, Info).Conditions.ShouldNotBeNull()
            .ShouldStartWith("The job ended after 9 rounds: each comparison is decided, except those of cases that were given up.");
    }

    [Theory]
    [InlineData(0.4, "The job ended after 3 rounds: it was cut before its time budget was used.")]
    [InlineData(1.0, "The job ended after 3 rounds: the time budget of 10 min is used, and some comparisons are still undecided.")]
    public void The_end_of_an_undecided_job_has_its_reason(double fraction, string expected)
    {
        var job = Job(("hset", 1, Noisy), ("multi-exec", 1.01, Clear));
        if (fraction < 1)
        {
            var run = new Run { Round = 3, Warmup = false, State = RunState.Cancelled, Verified = false };
            job = job with { Cases = [job.Cases[0] with { Runs = [.. job.Cases[0].Runs, run] }, .. job.Cases.Skip(1)] };
        }

        var cut = job with
        { Request = job.Request with { Until = RunUntil.Decided, Runs = 63, BudgetSeconds = 600 }, Progress = new(6, 126, fraction, null) };

        JobVerdict.Of(cut, Info).Conditions.ShouldNotBeNull().ShouldStartWith(expected);
    }

    // A longer time does not help a job that has used its rounds.
    [Theory]
    [InlineData(3, "run it with more work in each run, so that a run varies less", "")]
    [InlineData(63, "run it with twice the time", "budgetSeconds=1200")]
    public void The_next_step_fits_the_reason_why_the_job_ended(int maxRounds, string text, string query)
    {
        var job = Job(("hset", 1, Noisy), ("multi-exec", 1.01, Clear));
        var ended = job with { Request = job.Request with { Until = RunUntil.Decided, Runs = maxRounds, BudgetSeconds = 600 } };

        JobVerdict.Of(ended, Info).Next.ShouldContain(new NextStep(text, query));
        JobVerdict.Of(ended, Info).Next[0].Note.ShouldBeNull("the rule stays the same");
    }

    [Theory]
    [InlineData(JobState.Cancelled)]
    [InlineData(JobState.Failed)]
    public void A_job_that_has_runs_and_is_not_completed_can_be_continued(JobState state)
    {
        var job = Job(("hset", 1, Clear), ("multi-exec", 2, Clear)) with { State = state };

        JobVerdict.Of(job, Info).Next.ShouldBe(
            [new("continue it until it is decided", null, AddsRounds: true) { Note = Stricter }, new("run it again", "")]);
        JobVerdict.Of(job with { Cases = [.. job.Cases.Select(@case => @case with { Runs = [] })] }, Info).Next.ShouldBe([new("run it again", "")]);
        var failed = Enumerable.Range(3, 3).Select(round => new Run { Round = round, Warmup = false, State = RunState.Failed, Verified = false });
        JobVerdict.Of(job with { Cases = [.. job.Cases.Select(@case => @case with { Runs = [.. @case.Runs, .. failed] })] }, Info).Next
            .ShouldBe([new("run it again", "")]);
    }

    [Fact]
    public void The_pivot_of_a_sweep_has_one_unit_and_emphasizes_the_winner_of_each_point()
    {
        var job = Job(("hset", 0.002, Clear), ("multi-exec", 0.001, Clear));
        var document = job with
        {
            Request = job.Request.Varying(TestCases.Axis, 10, 100),
            Cases = [.. job.Cases.Select(@case => @case.AtPoint(10)),
                .. job.Cases.Select(@case => @case.AtPoint(100) with { Summary = @case.Summary! with { Median = 0.5 } })],
        };

        var pivot = AxisPivot.Of(document, Info).Single();

        pivot.Unit.ShouldBe("ms");
        pivot.Rows.Select(row => row.Value).ShouldBe(["10", "100"]);
        pivot.Rows[0].Cells.Select(cell => (cell.Text, cell.Mark)).ShouldBe([("2.0", null), ("1.0", "first")]);
        pivot.Rows[1].Cells.Select(cell => cell.Text).ShouldBe(["500.0", "500.0"]);
        HtmlReport.Write(document, Info).ShouldContain("<h2>Median ms</h2>");
    }

    [Fact]
    public void A_case_without_a_point_counts_at_the_largest_point_with_a_result()
    {
        var job = Job(("bulk", 0.1, Clear), ("multi-exec", 2, Clear));
        var (bulk, level) = (job.Cases[0].AtPoint(1_000), job.Cases[1]);
        var document = job with
        {
            Request = job.Request.Varying(TestCases.Axis, 1_000, 100_000),
            Cases = [bulk, bulk.AtPoint(100_000) with { Runs = [], Summary = null }, level],
        };

        JobRanking.Leaders(document, Info).ShouldBe([bulk]);
    }

    [Theory]
    [InlineData(2, 1.9, "`hset` from 2 nodes has 1.9× the throughput of one node: the clients are the limit.")]
    [InlineData(2, 1.6, "`hset` from 2 nodes has 1.6× the throughput of one node: the clients are the limit.")]
    [InlineData(2, 1.59, "`hset` from 2 nodes has 1.6× the throughput of one node: the server or the network is the limit.")]
    [InlineData(4, 1.02, "`hset` from 4 nodes has 1.0× the throughput of one node: the server or the network is the limit.")]
    [InlineData(4, 3.9, "`hset` from 4 nodes has 3.9× the throughput of one node: the clients are the limit.")]
    public void The_throughput_of_several_nodes_names_the_limit(int nodes, double speedup, string sentence)
    {
        var job = WithSpeedup(Job(("hset", 1, Clear), ("multi-exec", 2, Clear)), nodes, speedup);

        JobVerdict.Of(job, Info).Bounds.ShouldContain(sentence);
        JobVerdict.Of(job with { State = JobState.Running }, Info).Bounds.ShouldContain(sentence);
        JobVerdict.Of(job with { State = JobState.Cancelled }, Info).Bounds.ShouldNotContain(sentence);
    }

    [Fact]
    public void Without_the_throughput_of_one_node_no_limit_is_named() =>
        JobVerdict.Of(WithSpeedup(Job(("hset", 1, Clear), ("multi-exec", 2, Clear)), 2, null), Info).Bounds
            .ShouldNotContain(sentence => sentence.Contains("throughput of one node"));

    [Fact]
    public void A_floor_that_is_slower_than_a_strategy_is_a_warning_of_the_job()
    {
        var job = Job(("hset", 0.003, Clear), ("multi-exec", 0.4, Clear), ("floor", 0.309, [1, 1.02, 1.01]));

        var verdict = JobVerdict.Of(job, Info);

        verdict.Warnings.ShouldBe(["Floor not usable here: it took more time than `hset` (0.0096× its time), so it is not a lower bound."]);
        SummaryTable.Of(job, Info).Columns.ShouldNotContain(column => column.Name == "floor");
        foreach (var report in new[] { TextReport.Write(job, Info), MarkdownReport.Write(job, Info), HtmlReport.Write(job, Info) })
        {
            report.ShouldContain("it took more time than");
            report.ShouldNotContain(LanesChart.FloorLegend);
        }

        JobVerdict.Of(Job(("hset", 1.1, Clear), ("floor", 1, Clear)), Info).Warnings.ShouldBeEmpty();
        // Within the noise.
        JobVerdict.Of(Job(("hset", 0.98, Noisy), ("floor", 1, Clear)), Info).Warnings.ShouldBeEmpty();
        JobVerdict.Of(Job(("hset", 0.98, Clear), ("floor", 1, [1, 1.0099, 0.9901])), Info).Warnings.ShouldBeEmpty();
    }

    [Fact]
    public void Without_an_interval_only_a_floor_that_takes_twice_the_time_is_a_warning()
    {
        JobVerdict.Of(Job(("hset", 0.4, [1]), ("floor", 1, [1])), Info).Warnings.ShouldHaveSingleItem();
        JobVerdict.Of(Job(("hset", 0.4, [1, 1.3]), ("floor", 1, [1, 1])), Info).Warnings.ShouldBeEmpty();
        JobVerdict.Of(Job(("hset", 0.6, [1]), ("floor", 1, [1])), Info).Warnings.ShouldBeEmpty();
    }

    [Fact]
    public void A_strategy_that_sends_fewer_bytes_can_be_faster_than_the_floor()
    {
        var job = Job(("hset", 1.1, Clear), ("gzip", 0.2, Clear), ("floor", 1, Clear));
        job = job with
        {
            Cases = [.. job.Cases.Select(@case => @case with
            { Runs = [.. @case.Runs.Select(run => run with { WireBytes = @case.Strategy == "gzip" ? 200 : 1_000 })] })],
        };

        JobVerdict.Of(job, Info).Warnings.ShouldBeEmpty();
    }

    private static JobDocument WithSpeedup(JobDocument job, int nodes, double? speedup) => job with
    {
        Request = job.Request with { LoadFrom = nodes },
        Cases = [.. job.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(run => run with { SharedLoad = new([], 0, 0, speedup) })] })],
    };

    private static void ClaimsNothing(JobDocument document)
    {
        SummaryTable.Of(document, Info).Rows.ShouldAllBe(row => !row.IsFirst);
        var html = HtmlReport.Write(document, Info);
        // The terms explain words that the report does not have.
        string[] reports = [TextReport.Write(document, Info), MarkdownReport.Write(document, Info),
            html[..html.LastIndexOf("<summary>Terms", StringComparison.Ordinal)]];
        foreach (var report in reports)
        {
            report.ShouldContain("No winner");
            report.ShouldNotContain("as fast as");
            report.ShouldNotContain("lowest so far");
            report.ShouldNotContain("answer-chart\"");
            report.ShouldNotContain("| **");
        }
    }

    private static JobVerdict Of(params (string Strategy, double Seconds, double[] Noise)[] cases) => JobVerdict.Of(Job(cases), Info);

    private static JobDocument Job(params (string Strategy, double Seconds, double[] Noise)[] cases)
    {
        var request = Samples.Completed.Request with
        { Strategies = [.. cases.Select(@case => @case.Strategy)], Runs = cases.Max(@case => @case.Noise.Length), Warmups = 0 };
        CaseResult[] results =
        [
            .. cases.Select(@case => TestCases.Of(
                @case.Strategy, "embedded", null,
                [.. @case.Noise.Select((factor, round) =>
                    new Run { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = @case.Seconds * factor })])),
        ];
        return Samples.Completed with { Request = request, Cases = BenchmarkSummaries.Of(results, Info, request) };
    }
}
