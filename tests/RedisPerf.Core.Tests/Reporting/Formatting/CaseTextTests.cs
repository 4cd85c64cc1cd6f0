using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed class CaseTextTests
{
    private static readonly Run Disturbed = TimedRun.Of(1, 5) with
    { Disturbed = [Reason.FromText("Others worked.")], Slices = [1, 2, 1, 1], DisturbedSlices = [1] };

    [Fact]
    public void A_disturbed_run_states_whether_it_is_included()
    {
        CaseText.Disturbed(Disturbed).ShouldBe("disturbed");
        CaseText.Disturbed(Disturbed with { ExcludedByUser = true }).ShouldBe("disturbed, scaled from 3 of 4 slices");
        CaseText.Disturbed(Disturbed with { ExcludedByUser = true, DisturbedSlices = [0, 1, 2] }).ShouldBe("disturbed, excluded");
        CaseText.Disturbed(Disturbed with { ExcludedByUser = true, DisturbedSlices = null }).ShouldBe("disturbed, excluded");
    }

    [Fact]
    public void Scaled_and_excluded_runs_are_counted()
    {
        Run[] runs = [Disturbed, Disturbed with { Round = 2, ExcludedByUser = true },
            Disturbed with { Round = 3, ExcludedByUser = true, DisturbedSlices = null }, TimedRun.Of(4, 4)];

        CaseText.Disturbances(TestCases.Of("hset", "local", null, runs))
            .ShouldBe("3 of 4 runs were disturbed, 1 of them excluded, 1 of them scaled from the undisturbed slices: Others worked in 3 runs.");
    }
}
