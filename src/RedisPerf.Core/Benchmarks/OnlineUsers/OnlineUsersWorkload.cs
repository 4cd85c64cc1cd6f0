using System.Numerics;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>The users to store, seen one second after another, in a scattered order of their numbers. They are computed on the fly: a
/// hundred million users take no memory.</summary>
public sealed class OnlineUsersWorkload
{
    /// <summary>Two eight-byte numbers per user.</summary>
    public const int PayloadBytesPerUser = 16;

    /// <summary>The lowest number of a user, as in the article.</summary>
    public const long FirstId = 10_000_000;

    /// <summary>Unix seconds at which the first user was seen; a full hour.</summary>
    public const long FirstSecond = 1_699_999_200;

    private readonly long _step;
    private readonly int _first;

    /// <param name="options">The job's options.</param>
    /// <param name="total">Number of users; of several nodes, those of all.</param>
    /// <param name="share">The share of this node: consecutive users in the order of storing; default: all users.</param>
    public OnlineUsersWorkload(OnlineUsersOptions options, int total, WorkShare? share = null)
    {
        var part = share ?? WorkShare.Whole;
        _step = StepOf(total);
        _first = part.FirstOf(total);
        Options = options;
        Total = total;
        Count = part.PartOf(total);
    }

    public OnlineUsersOptions Options { get; }

    /// <summary>Number of users of all nodes.</summary>
    public int Total { get; }

    /// <summary>Number of users that this node stores.</summary>
    public int Count { get; }

    /// <summary>The half hours in which users are seen.</summary>
    public IEnumerable<long> HalfHours
    {
        get
        {
            var last = User(Count - 1).SeenAt / HalfHourSetStore.HalfHour;
            for (var halfHour = User(0).SeenAt / HalfHourSetStore.HalfHour; halfHour <= last; halfHour++)
            {
                yield return halfHour;
            }
        }
    }

    /// <summary>The user at a 0-based position in the order of storing. Each number occurs once, on one node.</summary>
    public OnlineUser User(int index)
    {
        var position = _first + index;
        return new(FirstId + (((position * _step) + Options.Seed) % Total), FirstSecond + (position / Options.UsersPerSecond));
    }

    /// <summary>The users, one array per command.</summary>
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

    // Golden-ratio steps distribute the numbers evenly, and reach each one once when the step and the count are coprime. In
    // ascending order a bitmap would grow byte by byte, and Garnet copies all of it each time.
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
