using System.Text;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>The data of all strategies: the numbers from 0 up to, and not including, <c>items</c>, in one list. Each of several nodes has a
/// part of them in its own list.</summary>
public sealed class ListPushWorkload
{
    /// <param name="options">The options of the job.</param>
    /// <param name="keyPrefix">Prefix of every key.</param>
    /// <param name="share">The share of this node; default: all numbers.</param>
    public ListPushWorkload(ListPushOptions options, string keyPrefix, WorkShare? share = null)
    {
        Options = options;
        Share = share ?? WorkShare.Whole;
        List = Encoding.UTF8.GetBytes(Share.PrefixOf(keyPrefix) + "list");
        First = Share.FirstOf(options.Items);
    }

    public ListPushOptions Options { get; }

    /// <summary>The share of this node.</summary>
    public WorkShare Share { get; }

    /// <summary>The values that a run reads back.</summary>
    public Verification Verify { get; init; }

    /// <summary>The key of the list.</summary>
    public RedisKey List { get; }

    /// <summary>Number of numbers.</summary>
    public int Items => Share.PartOf(Options.Items);

    /// <summary>The first number.</summary>
    public int First { get; }

    /// <summary>The numbers in ascending order, in pushes of one size; the last push has the remainder.</summary>
    public RedisValue[][] Bulks(int size) =>
        [.. Numbers.Chunk(size).Select(numbers => Array.ConvertAll(numbers, number => (RedisValue)number))];

    /// <summary>Bytes of the numbers as text.</summary>
    public long PayloadBytes => Numbers.Sum(number => (long)RespLength.Digits(number));

    /// <summary>Bytes of all pushes of one size on the wire.</summary>
    /// <param name="size">Numbers in a push.</param>
    public long WireBytes(int size)
    {
        var (full, rest) = Math.DivRem(Items, size);
        var perPush = RespLength.Bulk("LPUSH".Length) + RespLength.Bulk(((byte[]?)List)!.Length);
        return (full * (perPush + RespLength.ArrayHeader(2 + size)))
            + (rest > 0 ? perPush + RespLength.ArrayHeader(2 + rest) : 0)
            + Numbers.Sum(number => RespLength.Bulk(RespLength.Digits(number)));
    }

    /// <summary>Number of pushes of one size.</summary>
    public int PushCount(int size) => (Items + size - 1) / size;

    private IEnumerable<int> Numbers => Enumerable.Range(First, Items);
}
