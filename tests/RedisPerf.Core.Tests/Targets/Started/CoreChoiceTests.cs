using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class CoreChoiceTests
{
    [Theory]
    [InlineData("0 1 2 3", "0-1", "2-3")]
    [InlineData("0,4 1,5 2,6 3,7", "0,4", "1-3,5-7")]
    [InlineData("0 1 2 3 4 5 6 7 8 9 10 11", "0-2", "3-11")]
    [InlineData("2 3 8 9", "2-3", "8-9")]
    [InlineData("0,1,2,3", "0-1", "2-3")]
    [InlineData("0,2 1,3", "0,2", "1,3")]
    public void A_quarter_of_the_cores_and_at_least_two_are_for_the_servers_and_a_physical_core_is_not_divided(
        string groups, string servers, string workers) =>
            CoreChoice.Divide(GroupsOf(groups)).ShouldBe(new Pinning(servers, workers));

    [Fact]
    public void Nothing_is_pinned_with_fewer_than_four_cores()
    {
        var pinning = CoreChoice.Divide(GroupsOf("0 1,2"));

        (pinning.Servers, pinning.Workers).ShouldBe((null, null));
        pinning.NotPinned.ShouldNotBeNull().ToText().ShouldBe("The machine has 3 cores, fewer than 4.");
    }

    [Theory]
    [InlineData(false, true, ReasonCode.PinningNeedsServer)]
    [InlineData(true, false, ReasonCode.PinningNeedsWorker)]
    public void A_job_without_a_started_server_or_a_worker_is_not_pinned(bool startsServer, bool hasWorkers, ReasonCode why) =>
        CoreChoice.Auto.Plan(startsServer, hasWorkers).NotPinned!.Code.ShouldBe(why);

    [Fact]
    public void It_can_be_off() =>
        CoreChoice.Parse("off", "--pin").Plan(startsServer: true, hasWorkers: true).NotPinned!.Code.ShouldBe(ReasonCode.PinningOff);

    [Theory]
    [InlineData("")]
    [InlineData("on")]
    [InlineData("0")]
    [InlineData("0/")]
    [InlineData("0/0")]
    [InlineData("0-1/1-2")]
    [InlineData("1-0/2")]
    [InlineData("0/1/2")]
    [InlineData("0/-1")]
    [InlineData("0/99999999999")]
    public void Other_texts_are_refused(string text) =>
        Should.Throw<TargetException>(() => CoreChoice.Parse(text, "--pin")).Reason.Code.ShouldBe(ReasonCode.PinningInvalid);

    [Fact]
    public void Cores_that_the_machine_does_not_have_are_refused() =>
        Should.Throw<TargetException>(() => CoreChoice.Parse("0/4095", "--pin")).Reason.ToText()
            .ShouldStartWith("--pin \"0/4095\" names a core that RedisPerf cannot use; it can use the cores ");

    private static IReadOnlyList<IReadOnlyList<int>> GroupsOf(string text) =>
        [.. text.Split(' ').Select(group => group.Split(',').Select(int.Parse).ToList())];
}
