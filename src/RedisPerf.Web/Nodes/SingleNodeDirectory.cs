using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Nodes;

/// <summary>The only node: this process. It stores no beats and no targets, so both are those of now.</summary>
internal sealed class SingleNodeDirectory(NodeLedger nodes, TargetBoard targets, TimeProvider time) : INodeDirectory
{
    public async Task<IReadOnlyList<NodeRecord>> ListAsync(CancellationToken ct)
    {
        var usable = await targets.UsableAsync();
        return [.. (await nodes.ListAsync(ct)).Select(Describe)];

        NodeRecord Describe(NodeRecord node) => node with { SeenAt = time.GetUtcNow(), Description = node.Description with { Targets = usable } };
    }

    public Task<IReadOnlyList<NodeRecord>> OthersAsync(CancellationToken ct) => Task.FromResult<IReadOnlyList<NodeRecord>>([]);
}
