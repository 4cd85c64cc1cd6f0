using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Nodes;

/// <summary>The nodes of a shared ledger.</summary>
internal sealed class SharedNodeDirectory(NodeLedger nodes, NodeIdentity here) : INodeDirectory
{
    public Task<IReadOnlyList<NodeRecord>> ListAsync(CancellationToken ct) => nodes.ListAsync(ct);

    public async Task<IReadOnlyList<NodeRecord>> OthersAsync(CancellationToken ct) =>
        [.. (await nodes.ListAsync(ct)).Where(node => node.Identity != here)];
}
