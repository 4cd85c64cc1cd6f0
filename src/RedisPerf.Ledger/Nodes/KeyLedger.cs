using Dapper;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Nodes;

/// <summary>The keys that all nodes protect data with. Every method throws <see cref="LedgerException"/> when the database fails.</summary>
/// <param name="database">The database of an open ledger.</param>
public sealed class KeyLedger(LedgerDatabase database)
{
    /// <summary>The XML of all keys, ordered by name.</summary>
    public Task<IReadOnlyList<string>> ListAsync(CancellationToken ct = default) => database.ReadAsync<IReadOnlyList<string>>(
        async connection => (await connection.QueryAsync<string>("SELECT xml FROM protection_keys ORDER BY name")).AsList(), ct);

    /// <summary>Adds a key, unless there is one of this name.</summary>
    public Task AddAsync(string name, string xml, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync(
            "INSERT INTO protection_keys (name, xml) VALUES (@Name, @Xml) ON CONFLICT DO NOTHING", new { Name = name, Xml = xml }), ct);
}
