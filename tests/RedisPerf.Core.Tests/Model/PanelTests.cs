using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Model;

/// <summary>The cases that are drawn and compared together.</summary>
public sealed class PanelTests
{
    private static readonly JobRequest Request = JobRequest.None with { Targets = ["local"] };

    [Fact]
    public void Without_a_further_axis_there_is_one_panel()
    {
        CaseResult[] cases = [Case("a"), Case("b")];

        var panel = Panel.Of(cases, Request).ShouldHaveSingleItem();

        panel.At.ShouldBe(Coordinates.Of("local"));
        panel.Cases.ShouldBe(cases);
        Panel.Of([], Request).ShouldBeEmpty();
    }

    [Fact]
    public void A_level_strategy_is_in_each_panel_that_it_can_be_compared_in()
    {
        var request = Request.Varying("keys", 1, 10).Varying("items", 100, 200);
        CaseResult[] cases =
        [
            .. from items in new[] { 200, 100 } from keys in new[] { 1, 10 } select Case("swept", ("keys", $"{keys}"), ("items", $"{items}")),
            Case("level"),
            Case("of-items", ("items", "200")),
            Case("of-keys", ("keys", "10")),
        ];
        request.Curve!.Name.ShouldBe("keys");

        var panels = Panel.Of(cases, request);

        panels.Select(panel => $"{panel.At}").ShouldBe(["target=local&items=100", "target=local&items=200"]);
        panels[0].Cases.Select(@case => $"{@case.Key}").ShouldBe(
        [
            "swept?target=local&items=100&keys=1", "swept?target=local&items=100&keys=10", "level?target=local", "of-keys?target=local&keys=10",
        ]);
        panels[1].Cases.Select(@case => @case.Strategy).ShouldBe(["swept", "swept", "level", "of-items", "of-keys"]);
        Panel.AtOf(panels[1].Cases, request).ShouldBe(panels[1].At);
    }

    [Fact]
    public void Panels_are_in_the_order_of_the_request()
    {
        var request = Request.Varying("keys", 1, 10) with { Targets = ["there", "local"], Clients = ["3.4.35", "2.13.17"] };
        var cases = from client in new[] { "2.13.17", "3.4.35" }
                    from target in new[] { "local", "there" }
                    from keys in new[] { "10", "1" }
                    select Case("a", ("target", target), ("client", client), ("keys", keys));

        Panel.Of(cases, request).Select(panel => $"{panel.At}").ShouldBe(
        [
            "target=there&client=3.4.35", "target=there&client=2.13.17", "target=local&client=3.4.35", "target=local&client=2.13.17",
        ]);
    }

    private static CaseResult Case(string strategy, params (string Axis, string Value)[] at) =>
        at.Aggregate(TestCases.Of(strategy, "local", null, []), (all, value) => all.At(value.Axis, value.Value));
}
