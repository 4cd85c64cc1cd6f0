using System.Data;
using Dapper;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Renews the series of existing jobs after migration 028: jobs of different machines are in different ones.</summary>
internal static class SeriesFilling
{
    public const int Version = 28;

    private const int RowsAtOnce = 1_000;

    // The columns of a ledger at that version; JobRow may have columns of later versions.
    private const string Columns = "id, benchmark, request, environment, best_strategy, best_target, best_point, best_client, best_median, best_ties";

    public static async Task RunAsync(IDbConnection connection, CancellationToken ct)
    {
        var last = await connection.ExecuteScalarAsync<long>("SELECT last_number FROM job_numbers");
        for (var first = 1L; first <= last; first += RowsAtOnce)
        {
            ct.ThrowIfCancellationRequested();
            // A row that cannot be read keeps its series.
            var rows = await Rows.ReadAsync<JobRow>(
                connection, $"SELECT {Columns} FROM jobs WHERE series IS NOT NULL AND number BETWEEN @First AND @Last", new { First = first, Last = first + RowsAtOnce - 1 }, row => _ = row.Series, (_, _) => null);
            await connection.ExecuteAsync("UPDATE jobs SET series = @Series WHERE id = @Id", rows.Select(row => new { row.Id, row.Series }));
        }
    }
}
