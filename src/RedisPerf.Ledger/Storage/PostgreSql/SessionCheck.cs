using Dapper;
using Npgsql;

namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>Locks and notifications belong to a session of the server. A pooler that gives each transaction another session loses them
/// without an error.</summary>
internal static class SessionCheck
{
    private const string Read = "SELECT coalesce(current_setting('redisperf.session', true), '')";

    /// <param name="connection">An open connection.</param>
    /// <param name="connect">Opens another connection of the same settings.</param>
    /// <returns>Whether two connections use one session, or one connection two.</returns>
    public static async Task<bool> IsSharedAsync(NpgsqlConnection connection, Func<Task<NpgsqlConnection>> connect)
    {
        var mark = Guid.NewGuid().ToString("N");
        await connection.ExecuteAsync("SELECT set_config('redisperf.session', @mark, false)", new { mark });
        await using var other = await connect();
        // A pooler gives its transaction the session that was used last, and the first connection another one until it ends.
        await using var transaction = await other.BeginTransactionAsync();
        return await other.ExecuteScalarAsync<string>(Read) == mark || await connection.ExecuteScalarAsync<string>(Read) != mark;
    }
}
