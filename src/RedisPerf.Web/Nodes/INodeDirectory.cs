using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Nodes;

/// <summary>The nodes of the ledger: <see cref="SingleNodeDirectory"/> for a ledger of one process,
/// <see cref="SharedNodeDirectory"/> for one that several processes share. Every method throws
/// <see cref="RedisPerf.Ledger.Storage.LedgerException"/> when the database fails.</summary>
public interface INodeDirectory
{
    /// <summary>All nodes, ordered by name, with the job that each executes.</summary>
    Task<IReadOnlyList<NodeRecord>> ListAsync(CancellationToken ct);

    /// <summary>The nodes other than this process, in any state, ordered by name.</summary>
    Task<IReadOnlyList<NodeRecord>> OthersAsync(CancellationToken ct);
}
