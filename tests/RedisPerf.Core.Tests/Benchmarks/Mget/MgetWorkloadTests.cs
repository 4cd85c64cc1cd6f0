using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Mget;

namespace RedisPerf.Core.Tests.Benchmarks.Mget;

public class MgetWorkloadTests
{
    [Fact]
    public void Key_is_the_prefix_and_eight_digits_and_field_is_the_digits()
    {
        var workload = new MgetWorkload(new(), "test:");

        ((string)workload.Key(1)!).ShouldBe("test:00000001");
        ((string)workload.Key(500_000)!).ShouldBe("test:00500000");
        ((string)MgetWorkload.Field(42)!).ShouldBe("00000042");
        workload.KeyBytes.ShouldBe(Encoding.UTF8.GetByteCount("test:00000001"));
    }

    [Fact]
    public void Values_have_five_digits_and_adjacent_ones_differ()
    {
        var values = Enumerable.Range(1, 200_000).Select(MgetWorkload.Value).ToArray();

        values.ShouldAllBe(value => value >= 10_000 && value <= 99_999);
        values.Take(90_000).Distinct().Count().ShouldBe(90_000);
    }

    [Fact]
    public void Seed_determines_the_keys()
    {
        var (one, again, other) = (Lists(1), Lists(1), Lists(2));

        one.Length.ShouldBe(again.Length);
        one.Zip(again).ShouldAllBe(pair => pair.First.SequenceEqual(pair.Second));
        one.Zip(other).ShouldAllBe(pair => !pair.First.SequenceEqual(pair.Second));

        static int[][] Lists(int seed) => new MgetWorkload(new() { Seed = seed }, "test:").Lists(100);
    }

    [Fact]
    public void Nodes_read_the_same_keys_in_their_own_lists()
    {
        MgetWorkload[] shares = [.. WorkShare.Of(2).Select(share => new MgetWorkload(new(), "test:", share))];

        shares[0].Key(7).ShouldBe(shares[1].Key(7));
        shares[0].Hash.ShouldBe(shares[1].Hash);
        shares[0].Lists(100).Zip(shares[1].Lists(100)).ShouldAllBe(pair => !pair.First.SequenceEqual(pair.Second));
    }

    [Theory]
    [InlineData(1, 10_000)]
    [InlineData(10, 10_000)]
    [InlineData(18, 5_555)]
    [InlineData(10_000, 10)]
    [InlineData(100_000, 1)]
    public void Lists_have_about_100000_keys_in_total(int keysPerCall, int lists)
    {
        MgetWorkload.ListCount(keysPerCall).ShouldBe(lists);
        new MgetWorkload(new(), "test:").Lists(keysPerCall).Select(list => list.Length).ShouldBe(Enumerable.Repeat(keysPerCall, lists));
    }

    [Fact]
    public void Draws_from_all_loaded_keys()
    {
        var drawn = new MgetWorkload(new() { Keys = 50 }, "test:").Lists(10).SelectMany(list => list).Distinct();

        drawn.Order().ShouldBe(Enumerable.Range(1, 50));
    }
}
