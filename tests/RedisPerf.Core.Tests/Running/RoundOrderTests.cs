using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Running;

public class RoundOrderTests
{
    private static readonly int[] Cases = [.. Enumerable.Range(0, 8)];

    [Fact]
    public void Each_round_has_every_case_once_in_another_order()
    {
        var order = new RoundOrder(1);

        var rounds = Enumerable.Range(0, 6).Select(_ => order.Next(Cases)).ToArray();

        rounds.ShouldAllBe(round => round.Order().SequenceEqual(Cases));
        rounds.Select(round => string.Join(",", round)).Distinct().Count().ShouldBe(6);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(long.MaxValue)]
    public void The_same_seed_gives_the_same_order(long seed) =>
        new RoundOrder(seed).Next(Cases).ShouldBe(new RoundOrder(seed).Next(Cases));

    [Fact]
    public void Seeds_that_differ_give_orders_that_differ() =>
        new RoundOrder(1).Next(Cases).ShouldNotBe(new RoundOrder(2).Next(Cases));
}
