using Dapper;
using Npgsql;

namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>Migrates the schema. The table <c>ledger_version</c> has its version.</summary>
internal static class PostgreSqlSchema
{
    private const string Product = "RedisPerf";
    private const string OtherPlace = "name another database in RedisPerf__Ledger";

    public static int Version => Migrations.PostgreSql.Version;

    /// <summary>Migrates to <see cref="Version"/> in one transaction, which holds the lock of the writers: of several processes that start
    /// at the same time, one migrates and the others wait for it.</summary>
    /// <exception cref="LedgerException">The schema has a version that is not supported, or belongs to another program.</exception>
    public static async Task MigrateAsync(NpgsqlConnection connection, string name, CancellationToken ct)
    {
        // A user without the right to create tables can open a current ledger.
        if (await FindVersionAsync(connection) == Version)
        {
            return;
        }

        await using var transaction = await connection.BeginTransactionAsync(ct);
        await connection.ExecuteAsync(new CommandDefinition(PostgreSqlDatabase.Lock, commandTimeout: 0, cancellationToken: ct));
        var present = await CheckedVersionAsync(connection, name);
        await foreach (var (version, sql) in Migrations.PostgreSql.AfterAsync(present))
        {
            await connection.ExecuteAsync(new CommandDefinition(sql, commandTimeout: 0, cancellationToken: ct));
            await connection.ExecuteAsync(
                "INSERT INTO ledger_version (product, version) VALUES (@Product, @Version) "
                    + "ON CONFLICT (product) DO UPDATE SET version = excluded.version",
                new { Product, Version = (long)version });
        }

        await transaction.CommitAsync(ct);
    }

    /// <returns>Null for an empty database.</returns>
    private static async Task<int?> CheckedVersionAsync(NpgsqlConnection connection, string name)
    {
        if (await connection.ExecuteScalarAsync<string>("SHOW server_encoding") is var encoding and not "UTF8")
        {
            throw new LedgerException($"The database {name} has the encoding {encoding}. Create one with the encoding UTF8 for the ledger.");
        }

        if (await FindVersionAsync(connection) is { } present)
        {
            return Migrations.PostgreSql.FindProblem(present, OtherPlace) is { } problem
                ? throw new LedgerException($"The ledger {name} {problem}")
                : present;
        }

        return await IsEmptyAsync(connection)
            ? null
            : throw new LedgerException(
                $"The database {name} has tables of another program. Create an empty database for the ledger, and name it in RedisPerf__Ledger.");
    }

    /// <summary>Reads the catalogue: <c>to_regclass</c> may not see a table that another process has just created.</summary>
    /// <returns>Null without a ledger.</returns>
    private static async Task<int?> FindVersionAsync(NpgsqlConnection connection) => await connection.ExecuteScalarAsync<bool>(
        "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'ledger_version' AND relnamespace = CAST(current_schema() AS regnamespace))")
        ? await connection.ExecuteScalarAsync<int?>("SELECT version FROM ledger_version WHERE product = @Product", new { Product })
        : null;

    // The tables of an extension belong to no program.
    private static Task<bool> IsEmptyAsync(NpgsqlConnection connection) => connection.ExecuteScalarAsync<bool>(
        """
        SELECT NOT EXISTS (
          SELECT 1 FROM pg_class AS class
          WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e'))
        """);
}
