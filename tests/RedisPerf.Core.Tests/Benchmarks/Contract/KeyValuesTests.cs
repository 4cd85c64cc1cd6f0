using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Payloads;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class KeyValuesTests
{
    private static readonly RedisKey[] Keys = [.. Enumerable.Range(0, 200).Select(number => (RedisKey)$"key:{number:D7}")];

    [Fact]
    public void Generated_values_have_their_sizes_in_rotation_and_both_values_of_a_key_differ()
    {
        var random = new SplitMix(1);
        var sizes = SizeDistribution.Read("8 90%, 1 KB 10%", 8, 1 << 20, out _)!.Rotation(7);
        var values = new KeyValues(Keys, sizes, ref random);

        sizes.CountBy(size => size).ToDictionary().ShouldBe(new Dictionary<int, int> { [8] = 90, [1024] = 10 }, ignoreOrder: true);
        foreach (var key in Enumerable.Range(0, 200))
        {
            values.Loaded(key).Length.ShouldBe(sizes[key % 100]);
            values.Written(key).Length.ShouldBe(sizes[key % 100]);
            values.Has(key, isWritten: false, values.Loaded(key)).ShouldBeTrue();
            values.Has(key, isWritten: true, values.Loaded(key)).ShouldBeFalse();
            values.Has(key, isWritten: false, values.Written(key)).ShouldBeFalse();
            values.HasAny(key, values.Written(key)).ShouldBeTrue();
            values.HasAny(key, RedisValue.Null).ShouldBeFalse();
        }
    }

    [Fact]
    public void The_values_of_a_user_are_loaded_in_rotation_and_a_run_writes_the_next_one()
    {
        var values = new KeyValues(Keys, ["a"u8.ToArray(), "bcd"u8.ToArray(), "a"u8.ToArray()]);

        Enumerable.Range(0, 4).Select(key => (values.Loaded(key).Length, values.Written(key).Length)).ShouldBe([(1, 3), (3, 1), (1, 1), (1, 3)]);
        values.Has(2, isWritten: true, values.Loaded(2)).ShouldBeTrue("both are \"a\"");
    }

    [Fact]
    public void The_bytes_of_operations_are_those_of_the_values_in_the_order_of_sending()
    {
        var values = new KeyValues(Keys, ["a"u8.ToArray(), "bcd"u8.ToArray()]);
        var sent = new KeyOperations(values);

        sent.AddRead(0);
        sent.AddWrite(0);
        sent.AddRead(0);
        sent.AddMiss();

        (sent.Reads, sent.Hits, sent.Writes, sent.ReadBytes, sent.WrittenBytes).ShouldBe((3, 2, 1, 1 + 3, 3));
        // The key has 11 bytes: *2 $3 GET $11 key, and *3 $3 SET $11 key $3 value.
        sent.Traffic.Bytes.ShouldBe((3 * (4 + 9 + 18)) + 4 + 9 + 18 + 9);
        sent.Traffic.Commands.ShouldBe(new Dictionary<string, long> { ["get"] = 3, ["set"] = 1 }, ignoreOrder: true);
        sent.Written.Cast<bool>().Count(isWritten => isWritten).ShouldBe(1);
    }
}
