using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public sealed class AlertDocumentTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(Basis.Itself, null, "nightly: batch of insert on staging at 1,000 hashes takes 1.14× (1.08–1.20) the usual time")]
    [InlineData(
        Basis.Others, null,
        "nightly: batch of insert on staging at 1,000 hashes takes 1.14× (1.08–1.20) the usual time relative to the other strategies")]
    [InlineData(
        Basis.Floor, null,
        "nightly: batch of insert on staging at 1,000 hashes takes 1.14× (1.08–1.20) the usual time relative to the floor; the machine changed too")]
    [InlineData(Basis.Itself, Resolution.Returned, "nightly: batch of insert on staging at 1,000 hashes took 1.14× (1.08–1.20) the usual time")]
    public void Sentence_has_the_case_its_ratio_and_the_basis(Basis basis, Resolution? end, string sentence)
    {
        var alert = AlertOn(basis);

        new AlertDocument(end is { } resolution ? alert.Resolve(resolution, Now) : alert).Sentence.ShouldBe(sentence);
    }

    [Fact]
    public void Sentence_of_the_floor_states_that_the_machine_changed() =>
        AlertDocument.SentenceOf(AlertOn(Basis.Itself) with { Strategy = "floor", At = Coordinates.Of("staging") })
            .ShouldBe("nightly: floor of insert on staging takes 1.14× (1.08–1.20) the usual time: the machine changed, not the strategies");

    [Fact]
    public void Its_options_have_their_labels_and_units() =>
        AlertDocument.SentenceOf(
                AlertOn(Basis.Itself) with { At = Coordinates.Of("staging").With("payloadBytes", "8192").With("linkRoundTrip", "2") })
            .ShouldStartWith("nightly: batch of insert on staging at document size 8\u00A0KB and added round trip 2 ms takes");

    [Fact]
    public void Sentence_of_an_unreadable_alert_has_the_reason() =>
        AlertDocument.SentenceOf(AlertOn(Basis.Itself) with { Ratio = null, Error = Reason.FromText("It is damaged.") })
            .ShouldBe("nightly: It is damaged.");

    private static Alert AlertOn(Basis basis) => new()
    {
        Id = Guid.NewGuid(),
        State = AlertState.Open,
        ScheduleId = Guid.NewGuid(),
        Schedule = "nightly",
        Benchmark = "insert",
        Strategy = "batch",
        At = TestCases.At("staging", 1_000),
        Ratio = new(1.14, 1.08, 1.2),
        Basis = basis,
        Since = Now,
        SinceJob = Guid.NewGuid(),
        Job = Guid.NewGuid(),
        ConfirmedBy = Guid.NewGuid(),
        LastJob = Guid.NewGuid(),
        OpenedAt = Now,
        UpdatedAt = Now,
    };
}
