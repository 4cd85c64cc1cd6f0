using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class WorkShareTests
{
    [Theory]
    [InlineData(2, 7)]
    [InlineData(3, 9)]
    [InlineData(16, 17)]
    [InlineData(3, 2)]
    public void The_parts_are_consecutive_and_differ_by_one_at_most(int nodes, int count)
    {
        WorkShare[] shares = [.. WorkShare.Of(nodes)];

        shares.Length.ShouldBe(nodes);
        shares.SelectMany(share => Enumerable.Range(share.FirstOf(count), share.PartOf(count))).ShouldBe(Enumerable.Range(0, count));
        (shares.Max(share => share.PartOf(count)) - shares.Min(share => share.PartOf(count))).ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void Nodes_have_different_keys_and_seeds()
    {
        WorkShare[] shares = [.. WorkShare.Of(16)];

        shares.Select(share => share.PrefixOf("p:")).Distinct().Count().ShouldBe(16);
        shares.Select(share => share.SeedOf(1)).Distinct().Count().ShouldBe(16);
    }

    [Fact]
    public void One_node_has_all_work()
    {
        WorkShare.Of(1).ShouldBeEmpty();
        WorkShare.Whole.IsWhole.ShouldBeTrue();
        (WorkShare.Whole.FirstOf(7), WorkShare.Whole.PartOf(7), WorkShare.Whole.PrefixOf("p:"), WorkShare.Whole.SeedOf(3)).ShouldBe((0, 7, "p:", 3));
    }
}
