using System.Numerics;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>
/// Who is stored: so many users, seen one second after another, in an order that jumps about among their numbers, as
/// people come and go. Computed, not kept: a hundred million of them take no memory.
/// </summary>
/// <param name="options">The job's.</param>
/// <param name="count">How many users.</param>
public sealed class OnlineUsersWorkload(OnlineUsersOptions options, int count)
{
    /// <summary>Two numbers of eight bytes for each user.</summary>
    public const int PayloadBytesPerUser = 16;

    /// <summary>The lowest number of a user, as in the article.</summary>
    public const long FirstId = 10_000_000;

    /// <summary>Unix seconds, a full hour: when the first user was seen.</summary>
    public const long FirstSecond = 1_699_999_200;

    private readonly long _step = StepOf(count);

    public OnlineUsersOptions Options { get; } = options;

    public int Count { get; } = count;

    /// <summary>The half hours in which users are seen.</summary>
    public IEnumerable<long> HalfHours
    {
        get
        {
            var last = User(Count - 1).SeenAt / HalfHourSetStore.HalfHour;
            for (var halfHour = FirstSecond / HalfHourSetStore.HalfHour; halfHour <= last; halfHour++)
            {
                yield return halfHour;
            }
        }
    }

    /// <summary>The user with this 0-based place in the order of storing. Over all places each number comes once.</summary>
    public OnlineUser User(int index) => new(FirstId + (((index * _step) + Options.Seed) % Count), FirstSecond + (index / Options.UsersPerSecond));

    /// <summary>The users of one command after another.</summary>
    public IEnumerable<OnlineUser[]> Batches()
    {
        for (var first = 0; first < Count; first += Options.UsersPerCommand)
        {
            var users = new OnlineUser[Math.Min(Options.UsersPerCommand, Count - first)];
            for (var index = 0; index < users.Length; index++)
            {
                users[index] = User(first + index);
            }

            yield return users;
        }
    }

    // Steps of the golden section go round a circle as evenly as can be, and meet every place when they share no divisor
    // with their number. In ascending order a bitmap would grow by a byte again and again: Garnet copies all of it each time.
    private static long StepOf(int count)
    {
        var step = (long)(count * 0.6180339887498949);
        while (BigInteger.GreatestCommonDivisor(step, count) != 1)
        {
            step++;
        }

        return step;
    }
}
