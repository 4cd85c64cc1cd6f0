using System.Data;
using Dapper;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Renews the series of existing jobs after migration 028: jobs of different machines are in different ones.</summary>
internal static class SeriesFilling
{
    public const int Version = 28;

    private const string Columns = "id, benchmark, request, environment, best_strategy, best_target, best_point, best_client, best_median, best_ties";

    public static async Task RunAsync(IDbConnection connection, CancellationToken ct)
    {
        // A row that cannot be read keeps its series.
        await foreach (var rows in NumberedJobs.ReadAsync(connection, Columns, "series IS NOT NULL", row => _ = row.Series, ct))
        {
            await connection.ExecuteAsync("UPDATE jobs SET series = @Series WHERE id = @Id", rows.Select(row => new { row.Id, row.Series }));
        }
    }
}
