using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The answers to the own questions of <c>pipelining</c>, <c>list-push</c>, <c>online-users</c> and <c>hget-decode</c>.</summary>
public sealed class OwnAnswerTests
{
    private const string Pipelining =
        """{ "benchmark": "pipelining", "strategies": ["one-by-one", "pipelined"], "runs": 5, "options": { "batchSizes": [1, 10, 100, 1000] } }""";

    private const string ListPush =
        """{ "benchmark": "list-push", "strategies": ["lpush", "lpush-bulk"], "runs": 5, "options": { "bulkSizes": [10, 100, 1000] } }""";

    private const string OnlineUsers =
        """{ "benchmark": "online-users", "strategies": ["hash", "bitmap", "hyperloglog"], "runs": 5, "options": { "users": [1000, 10000] } }""";

    private const string HgetDecode = """{ "benchmark": "hget-decode", "strategies": ["hget", "lz4", "gzip"], "runs": 5 }""";

    [Fact]
    public void Pipelining_answers_what_waiting_costs_and_from_which_number_on_more_gain_nothing()
    {
        var card = CardOf(Pipelined(atMax: 10));

        card.Sentence.ShouldMatch(
            @"^`pipelined` with 100 writes in a batch is 10\.\d× as fast \([\d.]+–[\d.]+\) as waiting for each reply \(`one-by-one`\); "
                + "more writes in a batch gain less than 5%$");
        card.Number.ShouldBe("10.1 ms instead of 101.0 ms per write");
        card.Notes[0].ShouldMatch(
            @"^At 1,000 writes in a batch, `pipelined` is 10\.\d× as fast as `one-by-one`: 10\.\d ms instead of 101\.0 ms per write\.$");
        card.Scale.ShouldNotBeNull("the strategies are still on the scale");
    }

    [Fact]
    public void A_gain_that_continues_is_stated_and_the_same_comparison_is_not_repeated()
    {
        var card = CardOf(Pipelined(atMax: 5));

        card.Sentence.ShouldMatch(@"^`pipelined` with 1,000 writes in a batch is 20\.\d× as fast \(.*\) as waiting for each reply \(`one-by-one`\); "
            + "the gain continues up to 1,000 writes in a batch$");
        card.Notes.ShouldBeEmpty();
    }

    [Fact]
    public void Each_kind_of_work_has_its_gain()
    {
        var job = MapSamples.Completed(
            """
            { "benchmark": "pipelining", "strategies": ["one-by-one", "mset", "incr-one-by-one", "incr-multi-exec"], "runs": 5,
              "options": { "batchSizes": [10, 100] } }
            """,
            (key, round) => (key.At["batchSizes"] is null ? 4 : 1) + (0.01 * ((round * key.Strategy.Length) % 5)));

        CardsOf(job).Select(card => card.Sentence.Split(" is ")[0]).ShouldBe(
            ["To set values, `mset` with 10 writes in a batch", "To increment a counter, `incr-multi-exec` with 10 writes in a batch"]);
    }

    [Fact]
    public void List_push_answers_how_much_a_push_of_many_numbers_gains()
    {
        var card = CardOf(MapSamples.Completed(ListPush, (key, round) => Noise(round, key) * (key.At["bulkSizes"] switch
        {
            null => 2,
            "10" => 0.3,
            _ => 0.05,
        })));

        card.Sentence.ShouldMatch(
            @"^`lpush-bulk` with 100 numbers in one push is [\d.]+× as fast \(.*\) as one awaited push per number \(`lpush`\); "
                + "more numbers in one push gain less than 5%$");
        card.Number.ShouldNotBeNull().ShouldMatch(@"^0\.05\d* s instead of 2\.\d+ s for 1,000 numbers$");
    }

    [Fact]
    public void Without_the_strategy_that_does_each_alone_only_the_number_that_is_enough_is_stated()
    {
        var job = MapSamples.Completed(
            """{ "benchmark": "list-push", "strategies": ["lpush-bulk"], "runs": 5, "options": { "bulkSizes": [10, 100, 1000] } }""",
            (key, round) => Noise(round, key) * (key.At["bulkSizes"] == "10" ? 0.3 : 0.05));

        CardOf(job).Sentence.ShouldBe("For `lpush-bulk` with 100 numbers in one push, more numbers in one push gain less than 5%");
    }

    [Theory]
    [InlineData(Pipelining)]
    [InlineData(ListPush)]
    public void Undecided_runs_and_single_rounds_claim_no_gain(string body)
    {
        var undecided = MapSamples.Completed(body, (key, round) => TimesOf(key.At["batchSizes"] ?? key.At["bulkSizes"])[round]);
        var single = MapSamples.Completed(body.Replace("\"runs\": 5", "\"runs\": 1", StringComparison.Ordinal), (key, _) => key.Strategy.Length);

        foreach (var text in CardsOf(undecided).Concat(CardsOf(single)).Select(card => card.Text))
        {
            text.ShouldNotContain("gain");
            text.ShouldNotContain("× as fast");
        }

        CardsOf(single)[0].Sentence.ShouldContain("o winner");

        static double[] TimesOf(string? number) => number switch
        {
            null => [1, 3, 3, 1, 3],
            "1" => [1, 3, 1, 3, 1],
            "10" => [3, 1, 3, 1, 3],
            "100" => [1, 1, 3, 3, 1],
            _ => [3, 3, 1, 1, 3],
        };
    }

    [Theory]
    [InlineData(Pipelining)]
    [InlineData(ListPush)]
    [InlineData(OnlineUsers)]
    [InlineData(HgetDecode)]
    public void A_job_without_results_or_that_failed_claims_nothing(string body)
    {
        var failed = MapSamples.Completed(body, (_, _) => null);
        var ended = MapSamples.Completed(body, (key, round) => key.Strategy.Length * Noise(round, key)) with { State = JobState.Failed };

        CardOf(failed).Sentence.ShouldBe("No run was measured");
        CardOf(ended).Sentence.ShouldBe("No winner: the job failed");
    }

    [Fact]
    public void A_baseline_that_failed_is_not_compared()
    {
        var job = MapSamples.Completed(Pipelining, (key, round) => key.Strategy == "one-by-one" ? null : Pipelined(10, key, round));

        CardOf(job).Sentence.ShouldBe("For `pipelined` with 100 writes in a batch, more writes in a batch gain less than 5%");
    }

    [Fact]
    public void Along_another_axis_the_gain_is_not_stated()
    {
        var job = MapSamples.Completed(
            """
            { "benchmark": "pipelining", "strategies": ["one-by-one", "pipelined"], "runs": 5,
              "options": { "batchSizes": [10, 100], "payloadBytes": [16, 64] } }
            """,
            (key, round) => (key.Strategy == "pipelined" ? 1 : 4) * Noise(round, key));

        string.Join(" ", CardsOf(job).Select(card => card.Text)).ShouldContain("waiting for each reply");
        string.Join(" ", CardsOf(job with { Request = job.Request with { Along = "payloadBytes" } }).Select(card => card.Text))
            .ShouldNotContain("waiting for each reply");
    }

    [Fact]
    public void Online_users_weighs_the_fastest_against_the_one_that_needs_the_least_memory()
    {
        var card = CardsOf(Users(fastest: "bitmap"))[^1];

        card.Sentence.ShouldMatch(@"^At 10,000 users, `bitmap` is [\d.]+× as fast as `hash`; `hyperloglog` needs the least memory$");
        card.Number.ShouldNotBeNull().ShouldMatch(@"^[\d.]+ m?s instead of [\d.]+ m?s per user; "
            + @"`bitmap` 6\.\d+ bytes per user and `hyperloglog` 2\.\d+ bytes per user$");
    }

    [Fact]
    public void The_fastest_can_need_the_least_memory_too()
    {
        var card = CardsOf(Users(fastest: "hyperloglog"))[^1];

        card.Sentence.ShouldMatch(@"^At 10,000 users, `hyperloglog` is [\d.]+× as fast as `hash`, and needs the least memory$");
        card.Number.ShouldNotBeNull().ShouldMatch(@"per user; `hyperloglog` 2\.\d+ bytes per user$");
    }

    [Fact]
    public void Memory_that_is_not_reported_is_not_compared()
    {
        var card = CardsOf(Users(fastest: "bitmap", reports: name => name != "hyperloglog"))[^1];

        card.Sentence.ShouldEndWith(", and needs the least memory of the strategies with a figure");
        CardsOf(Users(fastest: "bitmap", reports: _ => false))[^1].Text.ShouldNotContain("memory");
    }

    [Fact]
    public void An_undecided_lead_does_not_hide_the_decided_memory_and_a_single_round_decides_nothing()
    {
        var card = CardsOf(
            MapSamples.Completed(OnlineUsers, (key, round) => (round + key.Strategy.Length) % 2 == 0 ? 1 : 2, WithMemory(_ => true)))[^1];
        var single = MapSamples.Completed(
            OnlineUsers.Replace("\"runs\": 5", "\"runs\": 1", StringComparison.Ordinal), (key, _) => key.Strategy.Length, WithMemory(_ => true));

        card.Sentence.ShouldMatch(@"^At 10,000 users, not decided: lowest so far `\w+`, .* per user; `hyperloglog` needs the least memory$");
        card.Number!.ShouldMatch(@"^`hyperloglog` 2\.\d+ bytes per user$");
        CardsOf(single).ShouldAllBe(each => !each.Text.Contains("memory", StringComparison.Ordinal));
    }

    [Fact]
    public void Hget_decode_names_the_codec_by_how_much_and_what_it_stores()
    {
        var card = CardOf(Decoded(HgetDecode, (key, _) => key.Strategy switch { "lz4" => 1, "hget" => 1.5, _ => 3 }));

        card.Sentence.ShouldMatch(@"^`lz4` is 1\.\d+× as fast as `hget`; `gzip` stores the fewest bytes$");
        card.Number.ShouldNotBeNull().ShouldMatch(
            @"^1\.\d+ s instead of 1\.\d+ s for 1,000 documents; `lz4` 47.0% of the bytes and `gzip` 32.0% of the bytes$");
    }

    [Fact]
    public void Hget_decode_names_the_sizes_at_which_the_fastest_codec_changes()
    {
        var job = Decoded(
            """
            { "benchmark": "hget-decode", "strategies": ["hget", "lz4", "gzip"], "runs": 5,
              "options": { "payloadBytes": [1024, 4096, 8192, 16384, 32768] } }
            """,
            (key, round) => (key.Strategy, key.At.Number("payloadBytes")) switch
            {
                ("gzip", _) => 9,
                (_, 8192) => (round + key.Strategy.Length) % 2 == 0 ? 1 : 2,
                ("hget", < 8192) => 1,
                ("hget", _) => 2,
                (_, < 8192) => 1.5,
                _ => 1.2,
            });

        CardsOf(job)[0].Sentence.ShouldBe(
            "`hget` is fastest from document size 1\u00A0KB to 4\u00A0KB and `lz4` from 16\u00A0KB to 32\u00A0KB; not decided at 8\u00A0KB");
    }

    [Fact]
    public void A_winner_that_does_not_change_has_no_sentence_about_a_change()
    {
        var job = Decoded(
            """{ "benchmark": "hget-decode", "strategies": ["hget", "lz4"], "runs": 5, "options": { "payloadBytes": [1024, 8192] } }""",
            (key, _) => key.Strategy == "lz4" ? 1 : 2);

        CardsOf(job).ShouldAllBe(card => !card.Sentence.Contains("is fastest from", StringComparison.Ordinal)
            && !card.Sentence.Contains("is fastest at", StringComparison.Ordinal));
    }

    [Fact]
    public void All_renderings_have_the_answer()
    {
        var job = Pipelined(atMax: 10);
        var info = MapSamples.InfoOf(job);
        var sentence = Headline.Plain(CardOf(job).Sentence);

        TextReport.Write(job, info).Replace("`", "", StringComparison.Ordinal).ShouldContain(sentence);
        MarkdownReport.Write(job, info).Replace("`", "", StringComparison.Ordinal).ShouldContain(sentence);
        System.Xml.Linq.XDocument.Parse(HtmlReport.Write(job, info)).Root!.Value.ShouldContain(sentence);
    }

    private static JobDocument Pipelined(double atMax) => MapSamples.Completed(Pipelining, (key, round) => Pipelined(atMax, key, round));

    // Seconds of a run of 1,000 writes; at the largest batch as given.
    private static double Pipelined(double atMax, CaseKey key, int round) => Noise(round, key) * (key.At["batchSizes"] switch
    {
        null => 100,
        "1" => 90,
        "10" => 20,
        "100" => 10,
        _ => atMax,
    });

    private static JobDocument Users(string fastest, Func<string, bool>? reports = null) => MapSamples.Completed(
        OnlineUsers,
        (key, round) => Noise(round, key) * (key.Strategy == fastest ? 1 : key.Strategy == "hash" ? 3 : 2),
        WithMemory(reports ?? (_ => true)));

    private static Func<Run, CaseKey, Run> WithMemory(Func<string, bool> reports) => (run, key) => !reports(key.Strategy) ? run : run with
    {
        Figures = new Dictionary<string, double>
        {
            ["usedMemory"] = 1_000 * (key.Strategy switch { "hyperloglog" => 2, "bitmap" => 6, _ => 72 } + (0.01 * run.Round)),
        },
    };

    private static JobDocument Decoded(string body, Func<CaseKey, int, double> seconds) => MapSamples.Completed(
        body,
        (key, round) => seconds(key, round) * Noise(round, key),
        (run, key) => run with
        {
            Figures = new Dictionary<string, double>
            { ["documentBytes"] = 1_000, ["storedBytes"] = key.Strategy switch { "gzip" => 320, "lz4" => 470, _ => 1_000 } },
        });

    // Each case has its own noise: otherwise each ratio would be the same in all rounds.
    private static double Noise(int round, CaseKey key) => 1 + (0.01 * ((round * key.ToString().Length) % 4));

    private static AnswerCard CardOf(JobDocument job) => CardsOf(job).ShouldHaveSingleItem();

    private static IReadOnlyList<AnswerCard> CardsOf(JobDocument job) => JobVerdict.Of(job, MapSamples.InfoOf(job)).Cards;
}
