using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

public sealed class MemoryCheckTests
{
    private const long Petabyte = 1L << 50;

    [Fact]
    public void A_job_that_fits_is_accepted() => Refusal(1_000, 1_000, new(Petabyte, SharedWithClient: false)).ShouldBeNull();

    [Fact]
    public void The_need_of_server_and_client_is_added_on_one_machine() =>
        Refusal(600, 600, new(1_000, SharedWithClient: true)).ShouldBe(ReasonCode.NotEnoughMemory);

    [Fact]
    public void The_need_of_the_client_is_compared_with_this_machine_when_the_server_runs_elsewhere() =>
        Refusal(1_000, Petabyte, new(Petabyte, SharedWithClient: false)).ShouldBe(ReasonCode.NotEnoughClientMemory);

    [Fact]
    public void The_need_of_the_client_is_compared_when_the_memory_of_the_server_is_not_known() =>
        Refusal(1_000, Petabyte, default).ShouldBe(ReasonCode.NotEnoughClientMemory);

    [Theory]
    [InlineData(1, 3_000)]
    [InlineData(30, 1_775)]
    [InlineData(1_000_000, 1_004)]
    public void A_shard_needs_memory_for_its_share_of_many_keys_and_for_all_of_one_key(long keys, long needed) =>
        MemoryCheck.NeededOn(new JobEstimate(100, 3_000, 100, "items") { Keys = keys }, new ShardRoom("node", null, 1.0 / 3)).ShouldBeInRange(
            needed - 1, needed + 1);

    private static ReasonCode? Refusal(long serverBytes, long clientBytes, MemoryRoom room) =>
        MemoryCheck.Refusal(new JobEstimate(100, serverBytes, clientBytes, "items"), "mine", room)?.Code;
}
