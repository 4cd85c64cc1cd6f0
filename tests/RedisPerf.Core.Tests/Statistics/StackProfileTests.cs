using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public class StackProfileTests
{
    [Fact]
    public void A_method_has_its_own_time_and_the_time_of_what_it_calls()
    {
        var methods = StackProfile.Of("main;a 1000\nmain;a;b 3000\nmain;a;a 2000\n").Methods();

        methods.ShouldBe([new("a", 0.003, 0.006), new("b", 0.003, 0.003), new("main", 0, 0.006)]);
    }

    [Fact]
    public void A_difference_has_the_largest_first_in_seconds()
    {
        var first = StackProfile.Of("main;send 1000\nmain;compress 500000\n");
        var second = StackProfile.Of("main;send 2000\nmain;copy 9000\n");

        var difference = first.DifferenceTo(second);

        difference.Select(each => each.Name).ShouldBe(["compress", "copy", "send", "main"]);
        difference.Select(each => Math.Round(each.Own, 6)).ShouldBe([-0.5, 0.009, 0.001, 0]);
        Math.Round(difference[^1].Total, 6).ShouldBe(-0.49);
    }

    [Fact]
    public void A_line_without_a_time_is_ignored() => StackProfile.Of("main;a\n\nmain;b x\nmain;c 5\n").Stacks.ShouldHaveSingleItem();
}
