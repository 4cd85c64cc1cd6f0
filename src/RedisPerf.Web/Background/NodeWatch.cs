using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Finds the nodes whose beat did not increase while this process watched them. Only the clock of this process is used, and only
/// the time in which it reached the ledger. A process that ended on this machine is found at once.</summary>
internal sealed class NodeWatch(TimeProvider time)
{
    /// <summary>A node with the same beat for this time is lost.</summary>
    public static readonly TimeSpan BeatTimeout = TimeSpan.FromSeconds(12);

    /// <summary>After a longer pause between two looks, this process was stopped, and nothing is known of the time before.</summary>
    private static readonly TimeSpan MaximumPause = TimeSpan.FromSeconds(5);

    private readonly Dictionary<NodeIdentity, (long Beat, long Since)> _seen = [];
    private long? _lastLook;

    /// <summary>Starts again: the ledger could not be read.</summary>
    public void Clear() => _seen.Clear();

    /// <summary>Adds a look at all nodes.</summary>
    /// <returns>The lost nodes.</returns>
    public IReadOnlyList<NodeRecord> FindLost(IReadOnlyList<NodeRecord> nodes, NodeIdentity here)
    {
        if (_lastLook is { } last && time.GetElapsedTime(last) > MaximumPause)
        {
            Clear();
        }

        var now = time.GetTimestamp();
        _lastLook = now;
        var lost = new List<NodeRecord>();
        foreach (var node in nodes.Where(node => node.State == NodeState.Active && node.Identity != here))
        {
            if (ThisMachine.HasEnded(node.Description))
            {
                lost.Add(node);
            }
            else if (!_seen.TryGetValue(node.Identity, out var seen) || seen.Beat != node.Beat)
            {
                _seen[node.Identity] = (node.Beat, now);
            }
            else if (time.GetElapsedTime(seen.Since, now) >= BeatTimeout)
            {
                lost.Add(node);
            }
        }

        return lost;
    }
}
