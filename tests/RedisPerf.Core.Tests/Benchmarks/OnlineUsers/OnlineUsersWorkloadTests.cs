using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.OnlineUsers;

namespace RedisPerf.Core.Tests.Benchmarks.OnlineUsers;

public class OnlineUsersWorkloadTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(97)]
    [InlineData(1_000)]
    [InlineData(46_368)]
    public void Users_are_distinct_and_one_second_apart(int count)
    {
        var workload = new OnlineUsersWorkload(new() { Seed = 12_345 }, count);

        var users = Enumerable.Range(0, count).Select(workload.User).ToArray();

        users.Select(user => user.Id).Order().ShouldBe(Enumerable.Range(0, count).Select(number => OnlineUsersWorkload.FirstId + number));
        users.Select(user => user.SeenAt).ShouldBe(Enumerable.Range(0, count).Select(number => OnlineUsersWorkload.FirstSecond + number));
    }

    [Fact]
    public void Batches_contain_all_users_in_order()
    {
        var workload = new OnlineUsersWorkload(new() { BatchSize = 30 }, 97);

        var batches = workload.Batches().ToArray();

        batches.Select(users => users.Length).ShouldBe([30, 30, 30, 7]);
        batches.SelectMany(users => users).ShouldBe(Enumerable.Range(0, 97).Select(workload.User));
    }

    [Fact]
    public void Highest_user_number_rarely_increases()
    {
        var workload = new OnlineUsersWorkload(new(), 1_000_000);

        var (records, max) = (0, 0L);
        for (var index = 0; index < workload.Count; index++)
        {
            var id = workload.User(index).Id;
            records += id > max ? 1 : 0;
            max = Math.Max(max, id);
        }

        // For each increase, Garnet copies the whole bitmap: 125,000 times in ascending order.
        records.ShouldBeLessThan(1_000);
    }

    [Fact]
    public void Nodes_store_the_same_users_together()
    {
        var (options, whole) = (new OnlineUsersOptions { UsersPerSecond = 2 }, new OnlineUsersWorkload(new() { UsersPerSecond = 2 }, 9_001));

        OnlineUsersWorkload[] shares = [.. WorkShare.Of(2).Select(share => new OnlineUsersWorkload(options, 9_001, share))];

        shares.SelectMany(share => Enumerable.Range(0, share.Count).Select(share.User)).ShouldBe(Enumerable.Range(0, 9_001).Select(whole.User));
        shares.ShouldAllBe(share => share.Total == 9_001);
        shares[1].HalfHours.ShouldBe(Enumerable.Range(0, 4_500).Select(index => shares[1].User(index).SeenAt / 1_800).Distinct());
    }

    [Fact]
    public void Half_hours_are_those_with_users()
    {
        var workload = new OnlineUsersWorkload(new() { UsersPerSecond = 2 }, 7_201);

        workload.HalfHours.ShouldBe(Enumerable.Range(0, 7_201).Select(index => workload.User(index).SeenAt / 1_800).Distinct());
        workload.HalfHours.Count().ShouldBe(3);
    }
}
