using RedisPerf.Core.Running.Profiles;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Running.Profiles;

public class FoldedStacksTests
{
    private static readonly StackLimit Unlimited = new(1_000, 100_000);

    [Fact]
    public void Equal_stacks_are_added_up_from_the_outermost_frame()
    {
        var stacks = new FoldedStacks();
        stacks.Add(["inner", "outer"], 0.001);
        stacks.Add(["inner", "outer"], 0.002);
        stacks.Add(["outer"], 0.004);

        stacks.ToText(Unlimited).ShouldBe("outer 4000\nouter;inner 3000\n");
        stacks.Count.ShouldBe(3);
    }

    [Fact]
    public void The_stacks_with_the_most_time_are_kept_and_the_others_are_summed()
    {
        var stacks = new FoldedStacks();
        foreach (var index in Enumerable.Range(1, 10))
        {
            stacks.Add([$"f{index:00}"], index / 1e3);
        }

        stacks.ToText(new(3, 100_000)).ShouldBe($"f08 8000\nf09 9000\nf10 10000\n{FoldedStacks.Others} 28000\n");
        stacks.ToText(new(1_000, 25)).ShouldBe($"f09 9000\nf10 10000\n{FoldedStacks.Others} 36000\n", "the length is bounded, too");
    }

    [Fact]
    public void A_job_has_a_bounded_text()
    {
        StackLimit.Of(1).ShouldBe(new(2_000, 600_000));
        foreach (var cases in Enumerable.Range(1, 400))
        {
            (StackLimit.Of(cases).Characters * 2 * cases).ShouldBeLessThanOrEqualTo(6_000_000);
        }
    }

    [Fact]
    public void A_name_cannot_break_the_format()
    {
        var stacks = new FoldedStacks();
        stacks.Add(["a;b\nc 1", new string('x', 1_000)], 0.001);

        var (frames, seconds) = StackProfile.Of(stacks.ToText(Unlimited)).Stacks.ShouldHaveSingleItem();
        frames.ShouldBe([new string('x', 200), "a,b c 1"]);
        seconds.ShouldBe(0.001);
    }

    [Fact]
    public void A_deep_stack_keeps_its_first_and_last_frames()
    {
        var stacks = new FoldedStacks();
        stacks.Add([.. Enumerable.Range(0, 1_000).Select(depth => $"f{depth}")], 0.001);

        var frames = StackProfile.Of(stacks.ToText(Unlimited)).Stacks.Single().Frames;
        frames.Count.ShouldBe(120);
        (frames[0], frames[^1]).ShouldBe(("f999", "f0"));
    }
}
