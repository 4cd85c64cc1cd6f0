using RedisPerf.Core.Benchmarks.Insert;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

public class InsertWorkloadTests
{
    [Theory]
    [InlineData(30, 3)]
    [InlineData(31, 3)]
    [InlineData(32, 3)]
    [InlineData(1, 1)]
    [InlineData(7, 7)]
    [InlineData(100, 1)]
    public void Each_key_has_consecutive_field_numbers(int items, int keys)
    {
        var workload = new InsertWorkload(new() { Items = items, Keys = keys, PayloadBytes = 64 }, "test:");

        var byKey = workload.Fields.GroupBy(field => (string)field.Key!).ToArray();

        byKey.Select(group => group.Key).ShouldBe(Enumerable.Range(0, keys).Select(index => $"test:Account:{index}"));
        for (var key = 0; key < keys; key++)
        {
            byKey[key].Select(field => field.Name).ShouldBe(Enumerable.Range(0, workload.FieldCount(key)));
        }

        byKey.Sum(group => group.Count()).ShouldBe(items);
        Enumerable.Range(0, items).ShouldAllBe(index => (string)workload.Keys[workload.KeyOf(index)]! == (string)workload.Field(index).Key!);
    }

    [Fact]
    public void Chunks_contain_fields_of_one_key()
    {
        var workload = new InsertWorkload(new() { Items = 25, Keys = 3, PayloadBytes = 64 }, "test:");

        var chunks = workload.FieldsOfOneKey(4).ToArray();

        chunks.ShouldAllBe(chunk => chunk.Length <= 4 && chunk.Select(field => (string)field.Key!).Distinct().Count() == 1);
        chunks.SelectMany(chunk => chunk).ShouldBe(workload.Fields);
    }

    [Theory]
    [InlineData(30_000, 30, 10, 10)]
    [InlineData(30_000, 31, 10, 10)]
    [InlineData(30_000, 3, 10, 3)]
    [InlineData(30_000, 30, 1, 1)]
    public void Slices_have_whole_hashes_and_together_all_fields(int items, int keys, int max, int slices)
    {
        var workload = new InsertWorkload(new() { Items = items, Keys = keys, PayloadBytes = 64, DistinctPayloads = 7 }, "test:");

        var parts = workload.Slices(max);

        parts.Count.ShouldBe(slices);
        parts.SelectMany(part => part.Keys).ShouldBe(workload.Keys);
        parts.SelectMany(part => part.Fields).ShouldBe(workload.Fields);
        parts.Max(part => part.Items).ShouldBeLessThan((2 * parts.Min(part => part.Items)) + 1);
        parts.Select(part => part.NameOf(0)).Distinct().Count().ShouldBe(slices);
    }

    [Fact]
    public void Payloads_rotate()
    {
        var workload = new InsertWorkload(new() { Items = 10, Keys = 2, PayloadBytes = 200, DistinctPayloads = 3 }, "test:");

        workload.Fields.Select(field => field.Payload).Distinct().Count().ShouldBe(3);
        workload.Field(0).Payload.ShouldBe(workload.Field(3).Payload);
        workload.Field(0).Payload.ShouldNotBe(workload.Field(1).Payload);
    }
}
