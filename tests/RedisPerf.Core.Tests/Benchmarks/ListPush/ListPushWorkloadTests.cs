using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.ListPush;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.ListPush;

public class ListPushWorkloadTests
{
    [Theory]
    [InlineData(10, 5)]
    [InlineData(11, 5)]
    [InlineData(5, 5)]
    [InlineData(1, 1)]
    public void Pushes_contain_each_number_once_in_ascending_order(int items, int size)
    {
        var workload = new ListPushWorkload(new() { Items = items }, "test:");

        var bulks = workload.Bulks(size);

        bulks.SelectMany(bulk => bulk).Select(number => (int)number).ShouldBe(Enumerable.Range(0, items));
        bulks.SkipLast(1).ShouldAllBe(bulk => bulk.Length == size);
        workload.PushCount(size).ShouldBe(bulks.Length);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(12)]
    public void Wire_bytes_equal_the_encoded_commands(int size)
    {
        var workload = new ListPushWorkload(new() { Items = 12 }, "test:");

        var commands = workload.Bulks(size).Select(bulk =>
            $"*{2 + bulk.Length}\r\n$5\r\nLPUSH\r\n$9\r\ntest:list\r\n"
            + string.Concat(bulk.Select(number => $"${((string)number!).Length}\r\n{number}\r\n")));

        workload.WireBytes(size).ShouldBe(commands.Sum(command => command.Length));
    }

    [Fact]
    public void Nodes_push_the_same_numbers_together_into_their_own_lists()
    {
        var (options, whole) = (new ListPushOptions { Items = 1_234 }, new ListPushWorkload(new() { Items = 1_234 }, "test:"));

        ListPushWorkload[] shares = [.. WorkShare.Of(3).Select(share => new ListPushWorkload(options, "test:", share))];

        shares.SelectMany(share => share.Bulks(10)).SelectMany(bulk => bulk).ShouldBe(whole.Bulks(10).SelectMany(bulk => bulk));
        shares.Sum(share => share.PayloadBytes).ShouldBe(whole.PayloadBytes);
        shares.Select(share => (string)share.List!).ShouldBe(["test:0:list", "test:1:list", "test:2:list"]);
    }

    [Fact]
    public void Omits_a_bulk_larger_than_the_part_of_a_node()
    {
        var cases = Catalogue.Default.Find("list-push")!.Cases(Request("{}", out _)! with { LoadFrom = 2 }, "test:");

        cases.Where(@case => @case.Strategy.Name == "lpush-bulk").Select(@case => @case.At.Number("bulkSizes")).ShouldBe([10, 100, 1000, 10_000]);
        cases.ShouldAllBe(@case => @case.Shares.Count == 2);
    }

    [Fact]
    public void Single_pushes_have_no_point_and_are_compared_with_every_bulk_size()
    {
        var cases = Catalogue.Default.Find("list-push")!.Cases(Request("""{"bulkSizes": "10, 1000"}""", out _)!, "test:");

        cases.Select(@case => (@case.Strategy.Name, @case.At.Number("bulkSizes"))).ShouldBe(
            [("lpush", null), ("rpush", null), ("rpush-pipelined", null), ("lpush-bulk", 10), ("lpush-bulk", 1000), ("rpush-bulk", 10),
                ("rpush-bulk", 1000), ("reference", null)]);
    }

    [Fact]
    public void Omits_a_bulk_larger_than_items()
    {
        var cases = Catalogue.Default.Find("list-push")!.Cases(Request("""{"items": 5000}""", out _)!, "test:");

        cases.Where(@case => @case.Strategy.Name == "lpush-bulk").Select(@case => @case.At.Number("bulkSizes")).ShouldBe([10, 100, 1000]);
    }

    [Fact]
    public void Rejects_bulk_sizes_that_are_all_larger_than_items()
    {
        Request("""{"items": 5}""", out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(
            new("options.bulkSizes", "bulkSizes must have a size of at most items (5), so that a push can be full; the smallest is 10."));
    }

    [Fact]
    public void Default_is_three_runs() =>
        Request("{}", out _)!.Runs.ShouldBe(3);

    private static JobRequest? Request(string options, out IReadOnlyList<FieldError> errors)
    {
        var draft = new JobDraft { Benchmark = "list-push", Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)! };
        return draft.Validate(Catalogue.Default, ["embedded"], out errors);
    }
}
