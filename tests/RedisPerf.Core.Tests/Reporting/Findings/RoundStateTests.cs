using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Tests.Reporting.Findings;

/// <summary>The strip of the rounds, and the sentence next to it.</summary>
public sealed class RoundStateTests
{
    [Fact]
    public void Each_round_has_a_cell_with_its_state_in_words()
    {
        var rounds = RoundState.Of(Samples.Completed);

        rounds.Select(round => (round.Text, round.Style)).ShouldBe([("warm-up", "warm-up"), ("1", ""), ("⚠ 2", "hit"), ("3", "")]);
        rounds[1].Title.ShouldBe("Round 1: quiet.");
        rounds[2].Title.ShouldStartWith("Round 2: 1 of 4 runs was disturbed: The server of target 'embedded' also worked for others");
    }

    [Fact]
    public void A_job_that_was_not_disturbed_has_no_strip()
    {
        var quiet = Samples.Completed with
        {
            Cases = [.. Samples.Completed.Cases.Select(@case => @case with { Runs = [.. @case.Runs.Select(run => run with { Disturbed = [] })] })],
        };

        RoundState.Of(quiet).ShouldBeEmpty();
        RoundState.AreMarked(quiet.Cases).ShouldBeFalse();
        HtmlReport.Write(quiet, Samples.Info).ShouldNotContain("<ol");
        JobVerdict.Of(quiet, Samples.Info).Conditions!.ShouldContain("0 of 14 runs were disturbed.");
    }

    [Fact]
    public void Each_rendering_states_once_how_many_runs_were_disturbed()
    {
        var sentence = CaseText.Disturbances(Samples.Completed.Cases)!;
        sentence.ShouldStartWith("1 of 14 runs was disturbed, in 1 of 5 cases");

        JobVerdict.Of(Samples.Completed, Samples.Info).Sentences.ShouldNotContain(each => each.Contains("was disturbed", StringComparison.Ordinal));
        foreach (var report in new[]
        {
            TextReport.Write(Samples.Completed, Samples.Info), MarkdownReport.Write(Samples.Completed, Samples.Info),
            HtmlReport.Write(Samples.Completed, Samples.Info).Replace("Round 2: 1 of 4 runs was disturbed", "", StringComparison.Ordinal),
        })
        {
            report.Split("was disturbed").Length.ShouldBe(2);
        }
    }
}
