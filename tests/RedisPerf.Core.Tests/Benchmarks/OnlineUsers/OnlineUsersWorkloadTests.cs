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
    public void Every_user_comes_once_one_second_after_another(int count)
    {
        var workload = new OnlineUsersWorkload(new() { Seed = 12_345 }, count);

        var users = Enumerable.Range(0, count).Select(workload.User).ToArray();

        users.Select(user => user.Id).Order().ShouldBe(Enumerable.Range(0, count).Select(number => OnlineUsersWorkload.FirstId + number));
        users.Select(user => user.SeenAt).ShouldBe(Enumerable.Range(0, count).Select(number => OnlineUsersWorkload.FirstSecond + number));
    }

    [Fact]
    public void Batches_hold_everybody_in_their_order()
    {
        var workload = new OnlineUsersWorkload(new() { BatchSize = 30 }, 97);

        var batches = workload.Batches().ToArray();

        batches.Select(users => users.Length).ShouldBe([30, 30, 30, 7]);
        batches.SelectMany(users => users).ShouldBe(Enumerable.Range(0, 97).Select(workload.User));
    }

    [Fact]
    public void The_highest_number_of_a_user_seldom_rises()
    {
        var workload = new OnlineUsersWorkload(new(), 1_000_000);

        var (records, highest) = (0, 0L);
        for (var index = 0; index < workload.Count; index++)
        {
            var id = workload.User(index).Id;
            records += id > highest ? 1 : 0;
            highest = Math.Max(highest, id);
        }

        // Each time that it does, Garnet copies the whole bitmap: in ascending order, 125 000 times.
        records.ShouldBeLessThan(1_000);
    }

    [Fact]
    public void Half_hours_are_those_in_which_somebody_is_seen()
    {
        var workload = new OnlineUsersWorkload(new() { UsersPerSecond = 2 }, 7_201);

        workload.HalfHours.ShouldBe(Enumerable.Range(0, 7_201).Select(index => workload.User(index).SeenAt / 1_800).Distinct());
        workload.HalfHours.Count().ShouldBe(3);
    }
}
