using System.Globalization;
using System.Net;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Cluster;

/// <summary>A master of a cluster, as the cluster describes it.</summary>
/// <param name="Address">Its address, with the options of the address that a user gave.</param>
/// <param name="Slots">Its hash slots, ascending.</param>
internal sealed record ShardNode(ServerAddress Address, IReadOnlyList<SlotRange> Slots)
{
    /// <summary>Its share of all hash slots, 0 to 1.</summary>
    public double Share => (double)Slots.Sum(range => range.Count) / HashSlot.Count;

    /// <summary>Whether it stores a key.</summary>
    public bool Has(string key) => HashSlot.Of(Encoding.UTF8.GetBytes(key)) is var slot && Slots.Any(range => range.Contains(slot));

    /// <summary>The reason why a target with this node cannot be used.</summary>
    public Reason Unusable(string target, Reason cause) =>
        Reason.Of(ReasonCode.ClusterNodeUnusable, (Reason.Target, target), ("node", Address.Text), ("cause", cause));

    /// <summary>Reads the masters of a cluster from one of its nodes. Checks that the server has the database of the address.</summary>
    /// <param name="target">The target's name, for reasons.</param>
    /// <param name="seed">The address of that node.</param>
    /// <param name="connection">An open connection to it.</param>
    /// <returns>The masters in the order of their first slot; empty for a server that is not a node of a cluster.</returns>
    /// <exception cref="TargetException">The cluster cannot be used, or it is a Sentinel or a proxy.</exception>
    /// <exception cref="TargetRefusalException">The user has no right to read the nodes, or the server does not have the database.</exception>
    public static async Task<IReadOnlyList<ShardNode>> FindAsync(
        string target, ServerAddress seed, RespConnection connection, ServerInfo info, CancellationToken ct)
    {
        if (info.IsSentinel || info.IsProxy)
        {
            throw new TargetException(Reason.Of(info.IsSentinel ? ReasonCode.IsSentinel : ReasonCode.IsProxy, (Reason.Target, target)));
        }

        if (!info.IsClusterNode)
        {
            if (seed.Database != 0)
            {
                // The lease is in database 0, which the connection uses from then on.
                await connection.CallAsync(ct, "SELECT", seed.Database.ToString(CultureInfo.InvariantCulture)).ConfigureAwait(false);
                await connection.CallAsync(ct, "SELECT", "0").ConfigureAwait(false);
            }

            return [];
        }

        if (seed.Database != 0)
        {
            throw new TargetException(Reason.Of(ReasonCode.ClusterDatabase, (Reason.Target, target), ("database", seed.Database)));
        }

        var ranges = (await connection.CallAsync(ct, "CLUSTER", "SLOTS").ConfigureAwait(false)).Items.Select(item => Parse(item, seed))
            .OrderBy(range => range.Slots.First).ToArray();
        return !IsComplete(ranges.Select(range => range.Slots))
            ? throw new TargetException(Reason.Of(ReasonCode.ClusterDown, (Reason.Target, target)))
            : [.. ranges
                .GroupBy(range => range.Node, range => range.Slots)
                .Select(node => new ShardNode(seed.At(node.Key), [.. node]))];
    }

    // The first and the last slot, the master, and its replicas. A node leaves its address empty if it has never received it.
    private static (EndPoint Node, SlotRange Slots) Parse(RespReply item, ServerAddress seed) =>
        item.Items is [var first, var last, { Items: [var host, var port, ..] }, ..] && NumberOf(first) is { } from
            && NumberOf(last) is { } to && NumberOf(port) is > 0 and <= ushort.MaxValue and var at
            ? (EndPointOf(host.Text is { Length: > 0 } and not "?" ? host.Text : seed.Host, at), new(from, to))
            : throw new IOException("The reply to CLUSTER SLOTS cannot be read.");

    private static EndPoint EndPointOf(string host, int port) =>
        ServerEndPoint.OfHost(host, port) ?? throw new IOException("The reply to CLUSTER SLOTS cannot be read.");

    private static int? NumberOf(RespReply reply) =>
        int.TryParse(reply.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static bool IsComplete(IEnumerable<SlotRange> ascending)
    {
        var next = 0;
        foreach (var range in ascending)
        {
            if (range.First != next || range.Last < range.First)
            {
                return false;
            }

            next = range.Last + 1;
        }

        return next == HashSlot.Count;
    }
}
