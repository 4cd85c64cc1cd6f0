using System.Buffers.Binary;
using System.Data;
using System.Data.Common;
using System.Text.Json;
using Dapper;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Storage;

/// <summary>Reads rows one by one, so that a row that cannot be read fails no other row.</summary>
internal static class Rows
{
    /// <param name="connection">An open connection.</param>
    /// <param name="sql">The query.</param>
    /// <param name="check">Throws when a value of the row is invalid.</param>
    /// <param name="replace">The row that is returned for a row that cannot be read; null to omit it.</param>
    public static async Task<List<T>> ReadAsync<T>(
        IDbConnection connection, string sql, object? parameters, Action<T> check, Func<IDataRecord, string, T?> replace)
        where T : class
    {
        await using var reader = (DbDataReader)await connection.ExecuteReaderAsync(sql, parameters);
        var parse = reader.GetRowParser<T>();
        var rows = new List<T>();
        while (await reader.ReadAsync())
        {
            if (Read(reader, parse, check, replace) is { } row)
            {
                rows.Add(row);
            }
        }

        return rows;
    }

    /// <summary>Reads rows, and omits each one that cannot be read.</summary>
    public static Task<List<T>> ReadAsync<T>(IDbConnection connection, string sql, object? parameters)
        where T : class => ReadAsync<T>(connection, sql, parameters, _ => { }, (_, _) => null);

    /// <summary>Why a row is shown as damaged.</summary>
    public static Reason Damage(string message) => Reason.Of(ReasonCode.RecordDamaged, ("message", message.TrimEnd('.')));

    /// <summary>A version 7 id starts with the milliseconds of its creation.</summary>
    public static DateTimeOffset TimeOf(Guid id) =>
        DateTimeOffset.UnixEpoch.AddMilliseconds(BinaryPrimitives.ReadInt64BigEndian(id.ToByteArray(bigEndian: true)) >> 16 & 0xFFFF_FFFF_FFFF);

    private static T? Read<T>(DbDataReader reader, Func<DbDataReader, T> parse, Action<T> check, Func<IDataRecord, string, T?> replace)
        where T : class
    {
        try
        {
            var row = parse(reader);
            check(row);
            return row;
        }
        catch (Exception exception) when (exception is DataException or JsonException or FormatException)
        {
            return replace(reader, exception.Message);
        }
    }
}
