using System.Data;
using System.Runtime.CompilerServices;
using Dapper;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Reads the stored jobs in the order of their numbers, for a migration that fills a column in C#.</summary>
internal static class NumberedJobs
{
    private const int RowsAtOnce = 1_000;

    /// <summary>All jobs that meet a condition, in batches. A row that cannot be read is omitted.</summary>
    /// <param name="connection">An open connection.</param>
    /// <param name="columns">The columns of a ledger at the version of the migration; <see cref="JobRow"/> may have columns of later versions.</param>
    /// <param name="condition">A condition in SQL.</param>
    /// <param name="check">Throws when a value of the row is invalid.</param>
    /// <param name="ct">Ends the reading.</param>
    public static async IAsyncEnumerable<List<JobRow>> ReadAsync(IDbConnection connection, string columns, string condition, Action<JobRow> check, [EnumeratorCancellation] CancellationToken ct)
    {
        var last = await connection.ExecuteScalarAsync<long>("SELECT last_number FROM job_numbers");
        for (var first = 1L; first <= last; first += RowsAtOnce)
        {
            ct.ThrowIfCancellationRequested();
            yield return await Rows.ReadAsync<JobRow>(
                connection, $"SELECT {columns} FROM jobs WHERE {condition} AND number BETWEEN @First AND @Last", new { First = first, Last = first + RowsAtOnce - 1 }, check, (_, _) => null);
        }
    }
}
