using System.Data;
using System.Globalization;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>
/// The query of a page of jobs. Each filter has an index that is scanned from the newest job on and contains the columns of
/// all other filters. So a page costs its own length, and with few matches one index scan. A job has several targets, so they
/// are in a separate table.
/// </summary>
internal static class ListQuery
{
    // Number of jobs. Looking up each of them takes about 15 ms.
    private const int RareTarget = 10_000;

    // One string per row, so a page with all its spark lines is one query.
    private static readonly string Trend = string.Create(CultureInfo.InvariantCulture, $"""
        (SELECT string_agg(CAST(median AS TEXT), ' ' ORDER BY id) FROM (
          SELECT past.id AS id, past.best_median AS median FROM jobs AS past
          WHERE past.series = jobs.series AND past.id <= jobs.id ORDER BY past.id DESC LIMIT {JobSeries.Length}) AS recent) AS Trend
        """);

    public static async Task<JobListing> ReadAsync(IDbConnection connection, JobFilter filter)
    {
        var (sql, parameters) = For(filter, filter.Target is { } target && await IsRareAsync(connection, target));
        var rows = await JobRow.ReadAsync(connection, sql, parameters);
        var page = rows.Take(filter.Limit).ToArray();
        var queue = page.Any(row => row.State == Column.Of(JobState.Queued)) ? await JobLedger.QueueAsync(connection) : [];
        ListedJob[] jobs =
        [
            .. page.Select(row => new ListedJob(
                JobDocument.WithoutCases(row.ToJob()) with { QueuePosition = queue.IndexOf(row.Id) is >= 0 and var index ? index + 1 : null },
                row.Best,
                row.Medians)),
        ];
        return new JobListing(jobs, rows.Count > filter.Limit ? jobs[^1].Document.Id : null);
    }

    /// <param name="filter">The filter.</param>
    /// <param name="targetIsRare">Whether the target of the filter has few jobs, so scanning them is fast.</param>
    public static (string Sql, DynamicParameters Parameters) For(JobFilter filter, bool targetIsRare = false)
    {
        var conditions = new List<string>();
        var parameters = new DynamicParameters();
        Equal("benchmark", filter.Benchmark);
        Equal("state", filter.State is { } state ? Column.Of(state) : null);
        Equal("schedule", filter.Schedule);
        if (filter.Starred is { } starred)
        {
            conditions.Add(starred ? "starred" : "NOT starred");
        }

        if (filter.Note is { } note)
        {
            conditions.Add("note_text IS NOT NULL AND note_text LIKE @note ESCAPE '\\'");
            parameters.Add("note", $"%{Escaped(JobRow.TextOf(note)!)}%");
        }

        // The jobs of a target are scanned when it is the only filter or has few jobs. With another filter they are looked up,
        // because nearly all jobs may have this target. The cross join prevents SQLite from reversing the join order.
        var (from, id) = ("jobs", "jobs.id");
        if (filter.Target is { } target)
        {
            parameters.Add("target", target);
            if (targetIsRare || conditions.Count == 0)
            {
                (from, id) = ("job_targets CROSS JOIN jobs", "job_targets.job_id");
                conditions.Add("job_targets.target = @target AND jobs.id = job_targets.job_id");
            }
            else
            {
                conditions.Add("EXISTS (SELECT 1 FROM job_targets WHERE job_targets.job_id = jobs.id AND job_targets.target = @target)");
            }
        }

        if (filter.Before is { } before)
        {
            conditions.Add($"{id} < @before");
            parameters.Add("before", before);
        }

        // One extra row shows whether there is a next page.
        parameters.Add("limit", filter.Limit + 1);
        var where = conditions.Count == 0 ? "" : $"WHERE {string.Join(" AND ", conditions)}";
        return ($"SELECT {JobRow.Columns}, {Trend} FROM {from} {where} ORDER BY {id} DESC LIMIT @limit", parameters);

        void Equal(string column, string? value)
        {
            if (value is not null)
            {
                conditions.Add($"{column} = @{column}");
                parameters.Add(column, value);
            }
        }
    }

    private static async Task<bool> IsRareAsync(IDbConnection connection, string target) => RareTarget > await connection.ExecuteScalarAsync<int>(
        "SELECT COUNT(*) FROM (SELECT 1 FROM job_targets WHERE target = @Target LIMIT @Limit) AS some", new { Target = target, Limit = RareTarget });

    private static string Escaped(string text) => text.Replace(@"\", @"\\").Replace("%", @"\%").Replace("_", @"\_");
}
