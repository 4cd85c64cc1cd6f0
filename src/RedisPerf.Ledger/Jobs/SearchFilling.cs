using System.Data;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Fills the titles and the words of migration 013 for existing jobs.</summary>
internal static class SearchFilling
{
    public const int Version = 13;

    private const string Columns = "id, number, benchmark, schedule, note, request, environment";

    public static async Task RunAsync(IDbConnection connection, Catalogue catalogue, CancellationToken ct)
    {
        // A row that cannot be read has no title, and is found by its number only.
        await foreach (var rows in NumberedJobs.ReadAsync(connection, Columns, "TRUE", _ => { }, ct))
        {
            var titled = rows.Select(row => row with { Title = JobTitle.Of(row.FullRequest, catalogue.Find(row.Benchmark)?.Info) }).ToArray();
            await connection.ExecuteAsync($"UPDATE jobs SET title = @Title WHERE id = @Id; {SqlDialect.Of(connection).SaveWords}", titled.Select(row => new { row.Id, row.Title, row.Words }));
        }
    }
}
