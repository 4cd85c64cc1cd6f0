using System.Data.Common;
using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;
using Npgsql;
using NpgsqlTypes;

namespace RedisPerf.Ledger.Storage.Moving;

/// <summary>A table that is moved between databases, with the types that its columns have in both.</summary>
internal sealed class LedgerTable
{
    private const int RowsBetweenChecks = 1_000;

    private readonly (string Name, ColumnKind Kind)[] _columns;

    private LedgerTable(string name, (string Name, ColumnKind Kind)[] columns) => (Name, _columns) = (name, columns);

    public string Name { get; }

    private string Columns => string.Join(", ", _columns.Select(column => $"\"{column.Name}\""));

    /// <summary>All tables except the nodes, which join again, those of running jobs, and the words of the search, which the target makes.
    /// A table follows the tables that it refers to.</summary>
    public static async Task<IReadOnlyList<LedgerTable>> ListAsync(SqliteConnection connection)
    {
        const string Tables = "FROM sqlite_master AS master JOIN {0}(master.name) AS part WHERE master.type = 'table' AND master.name NOT LIKE "
            + "'sqlite_%' AND master.name NOT LIKE 'job_words%' AND master.name NOT IN ('nodes', 'assistants', 'assistant_messages')";
        var columns = await connection.QueryAsync<(string Table, string Column, string Type)>(
            $"SELECT master.name, part.name, part.type {string.Format(CultureInfo.InvariantCulture, Tables, "pragma_table_info")} "
                + "ORDER BY master.name, part.cid");
        var parents = (await connection.QueryAsync<(string Table, string Parent)>(
            $"SELECT master.name, part.\"table\" {string.Format(CultureInfo.InvariantCulture, Tables, "pragma_foreign_key_list")}"))
            .ToLookup(key => key.Table, key => key.Parent);
        var waiting = columns.GroupBy(column => column.Table, column => (column.Column, KindOf(column.Type)))
            .Select(table => new LedgerTable(table.Key, [.. table])).ToList();
        var ordered = new List<LedgerTable>();
        while (waiting.Count > 0)
        {
            var next = waiting.First(table => !waiting.Any(other => other != table && parents[table.Name].Contains(other.Name)));
            waiting.Remove(next);
            ordered.Add(next);
        }

        return ordered;
    }

    /// <summary>Copies all rows into the table of another database, which is empty.</summary>
    /// <returns>The number and the checksum of the rows of the source.</returns>
    public async Task<TableSum> CopyAsync(DbConnection from, DbConnection to, CancellationToken ct)
    {
        if (to is not NpgsqlConnection postgreSql)
        {
            await using var insert = to.CreateCommand();
            insert.CommandText = $"INSERT INTO \"{Name}\" ({Columns}) VALUES ({string.Join(", ", _columns.Select((_, index) => $"@p{index}"))})";
            var parameters = _columns.Select((_, index) => new SqliteParameter($"@p{index}", null)).ToArray();
            insert.Parameters.AddRange(parameters);
            return await ReadAsync(
                from,
                async row =>
                {
                    for (var index = 0; index < row.Length; index++)
                    {
                        parameters[index].Value = row[index] ?? DBNull.Value;
                    }

                    await insert.ExecuteNonQueryAsync(ct);
                },
                ct);
        }

        await using var import = await postgreSql.BeginBinaryImportAsync($"COPY \"{Name}\" ({Columns}) FROM STDIN (FORMAT BINARY)", ct);
        import.Timeout = TimeSpan.Zero;
        var sum = await ReadAsync(
            from,
            async row =>
            {
                await import.StartRowAsync(ct);
                for (var index = 0; index < row.Length; index++)
                {
                    await WriteAsync(import, row[index], ct);
                }
            },
            ct);
        await import.CompleteAsync(ct);
        return sum;
    }

    /// <summary>The number and the checksum of all rows.</summary>
    public Task<TableSum> SumAsync(DbConnection connection, CancellationToken ct) => ReadAsync(connection, _ => ValueTask.CompletedTask, ct);

    public Task<int> ClearAsync(DbConnection connection, CancellationToken ct) =>
        connection.ExecuteAsync(new CommandDefinition($"DELETE FROM \"{Name}\"", commandTimeout: 0, cancellationToken: ct));

    private async Task<TableSum> ReadAsync(DbConnection connection, Func<object?[], ValueTask> take, CancellationToken ct)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = $"SELECT {Columns} FROM \"{Name}\"";
        command.CommandTimeout = 0;
        await using var reader = await command.ExecuteReaderAsync(ct);
        var sum = new RowSum();
        var row = new object?[_columns.Length];
        while (await reader.ReadAsync(ct))
        {
            if (sum.Rows % RowsBetweenChecks == 0)
            {
                ct.ThrowIfCancellationRequested();
            }

            for (var index = 0; index < row.Length; index++)
            {
                row[index] = ValueOf(reader.GetValue(index), index);
            }

            sum.Add(row);
            await take(row);
        }

        return new(Name, sum.Rows, sum.Checksum);
    }

    // SQLite stores any type in any column.
    private object? ValueOf(object value, int index) => (_columns[index].Kind, value) switch
    {
        (_, DBNull) => null,
        (ColumnKind.Text, string text) => Column.Of(text),
        (ColumnKind.Integer, long whole) => whole,
        (ColumnKind.Boolean, bool flag) => flag,
        (ColumnKind.Boolean, 0L or 1L) => value is 1L,
        (ColumnKind.Real, double number) => number,
        (ColumnKind.Real, long whole) => (double)whole,
        _ => throw new LedgerException($"The table {Name} has a row with the invalid {_columns[index].Name} "
            + $"\"{Convert.ToString(value, CultureInfo.InvariantCulture)}\". Correct or delete this row, and move the ledger again."),
    };

    private static Task WriteAsync(NpgsqlBinaryImporter import, object? value, CancellationToken ct) => value switch
    {
        string text => import.WriteAsync(text, NpgsqlDbType.Text, ct),
        long whole => import.WriteAsync(whole, NpgsqlDbType.Bigint, ct),
        bool flag => import.WriteAsync(flag, NpgsqlDbType.Boolean, ct),
        double number => import.WriteAsync(number, NpgsqlDbType.Double, ct),
        _ => import.WriteNullAsync(ct),
    };

    private static ColumnKind KindOf(string type) => type switch
    {
        "TEXT" => ColumnKind.Text,
        "BIGINT" or "INTEGER" => ColumnKind.Integer,
        "BOOLEAN" => ColumnKind.Boolean,
        "DOUBLE PRECISION" or "REAL" => ColumnKind.Real,
        _ => throw new NotSupportedException($"A column of the type {type} cannot be moved."),
    };

    private enum ColumnKind
    {
        Text,
        Integer,
        Boolean,
        Real,
    }
}

/// <summary>The content of a table.</summary>
/// <param name="Table">The name of the table.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Checksum">32 hexadecimal digits; equal for the same rows in any order.</param>
public sealed record TableSum(string Table, long Rows, string Checksum);
