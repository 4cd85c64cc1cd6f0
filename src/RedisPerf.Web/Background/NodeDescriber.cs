using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Background;

/// <summary>What this node has, as the other nodes read it in the ledger.</summary>
internal sealed class NodeDescriber(
    TargetBoard board, AddedTargets addedTargets, PayloadStore payloads, IReadOnlyList<Plugin> plugins, TimeProvider time)
{
    /// <summary>A query of the targets can open connections and start programs.</summary>
    private static readonly TimeSpan TargetInterval = TimeSpan.FromMinutes(1);

    private long? _describedAt;

    /// <summary>The last description.</summary>
    public NodeDescription Current { get; private set; } = ThisMachine.Describe([]);

    /// <summary>Reads the targets that other nodes added, and describes the node. Called while it measures no job.</summary>
    /// <exception cref="RedisPerf.Ledger.Storage.LedgerException">The ledger does not answer.</exception>
    public async Task UpdateAsync(CancellationToken ct)
    {
        await addedTargets.LoadAsync(ct);
        await DescribeAsync();
    }

    /// <summary>Describes the node, without new targets of other nodes.</summary>
    public async Task DescribeAsync()
    {
        var hashes = payloads.Hashes();
        if (!Current.Payloads.SequenceEqual(hashes))
        {
            Current = Current with { Payloads = hashes, StoredPayloads = payloads.List() };
        }

        if (_describedAt is { } at && time.GetElapsedTime(at) < TargetInterval)
        {
            return;
        }

        _describedAt = time.GetTimestamp();
        Current = ThisMachine.Describe(await board.UsableAsync()) with
        {
            Payloads = Current.Payloads,
            StoredPayloads = Current.StoredPayloads,
            Strategies = [.. plugins.SelectMany(plugin => plugin.Strategies).Select(strategy => strategy.Name)],
        };
    }
}
