using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public sealed class AxisFindingsTests
{
    private const string Body =
        """
        { "benchmark": "insert", "strategies": ["batch", "hset", "lz4"], "baseline": "batch", "runs": 5,
          "options": { "payloadBytes": [1024, 8192, 32768], "linkRoundTrip": [0, 0.5, 2] } }
        """;

    [Fact]
    public void Where_nothing_is_decided_there_is_one_sentence()
    {
        var crossovers = CrossoversOf((key, round) => Undecided(key, round));

        crossovers.ShouldBe(["No crossover of `hset` and `lz4` with `batch` is decided along document size."]);
    }

    [Fact]
    public void A_reason_that_applies_at_some_coordinates_names_them_once()
    {
        var crossovers = CrossoversOf((key, round) => (key.Strategy, key.At["linkRoundTrip"]) switch
        {
            ("hset", "2") => 0.5 + (0.001 * (round % 2)),
            ("batch", "2") => 1 + (0.001 * (round % 3)),
            ("lz4", "2") => 0.6 + (0.8 * (round % 2)),
            _ => Undecided(key, round),
        });

        crossovers.ShouldBe(
        [
            "No crossover of `hset` with `batch` is decided along document size at added round trip 0 ms and at added round trip 0.5 ms.",
            "No crossover of `lz4` with `batch` is decided along document size.",
            "No crossover: `hset` is faster than `batch` at each document size at added round trip 2 ms.",
        ]);
    }

    [Fact]
    public void The_answers_of_a_job_with_a_map_start_with_its_sentence()
    {
        var job = MapSamples.SizeAndRoundTrip;

        var cards = JobVerdict.Of(job, MapSamples.InfoOf(job)).Cards;

        cards[0].Heading.ShouldBe(
            "Fastest: `hset` at 3 of 9 pairs of values and `lz4` at 3; equally fast at 1; not decided at 1; no result at 1.");
        cards.Select(card => card.Heading).ShouldBeUnique();
        JobVerdict.Of(job with { State = JobState.Failed }, MapSamples.InfoOf(job)).Cards.ShouldHaveSingleItem().Heading
            .ShouldBe("No winner: the job failed.");
    }

    [Fact]
    public void Each_map_of_a_job_has_a_sentence_with_its_place()
    {
        var job = MapSamples.Completed(
            """
            { "benchmark": "insert", "strategies": ["hset", "lz4"], "runs": 5, "targets": ["local"], "server": { "appendfsync": ["no", "always"] },
              "options": { "payloadBytes": [1024, 8192], "linkRoundTrip": [1, 2] } }
            """,
            (key, round) => (key.Strategy == "hset" ? 1 : 2) + (0.001 * ((round + key.Strategy.Length) % 3)));

        JobVerdict.Of(job, MapSamples.InfoOf(job)).Cards.Take(2).Select(card => card.Heading).ShouldBe(
            ["At appendfsync no, fastest: `hset` at 4 of 4 pairs of values.", "At appendfsync always, fastest: `hset` at 4 of 4 pairs of values."]);
    }

    // The rounds of two strategies disagree.
    private static double Undecided(CaseKey key, int round) => key.Strategy switch
    {
        "batch" => 1 + (0.5 * (round % 2)),
        "hset" => 1.5 - (0.5 * (round % 2)),
        _ => 1 + (0.5 * ((round + 1) % 3)),
    };

    private static IReadOnlyList<string> CrossoversOf(Func<CaseKey, int, double?> seconds)
    {
        var job = MapSamples.Completed(Body, seconds);
        return AxisFindings.OfCrossovers(job, MapSamples.InfoOf(job));
    }
}
