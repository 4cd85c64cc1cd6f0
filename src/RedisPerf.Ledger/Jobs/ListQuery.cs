using System.Data;
using System.Globalization;
using Dapper;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The query of a page of jobs. Each filter has an index that is scanned from the newest job on and contains the columns
/// of all other filters. So a page costs its own length, and with few matches one index scan. A job has several targets, so they
/// are in a separate table.</summary>
internal static class ListQuery
{
    // Number of jobs. Looking up each of them takes about 15 ms.
    private const int Rare = 10_000;

    // One string per row, so a page with all its spark lines is one query.
    private static readonly string Trend = string.Create(CultureInfo.InvariantCulture, $"""
        (SELECT string_agg(CAST(median AS TEXT), ' ' ORDER BY id) FROM (
          SELECT past.id AS id, past.best_median AS median FROM jobs AS past
          WHERE past.series = jobs.series AND past.id <= jobs.id ORDER BY past.id DESC LIMIT {JobSeries.Length}) AS recent) AS Trend
        """);

    public static async Task<JobListing> ReadAsync(IDbConnection connection, JobFilter filter)
    {
        var (sql, parameters) = For(SqlDialect.Of(connection), filter, await FewAsync(connection, filter));
        var rows = await JobRow.ReadAsync(connection, sql, parameters);
        var page = rows.Take(filter.Limit).ToArray();
        var queue = page.Any(row => row.State == JobState.Queued) ? await QueueAsync(connection) : [];
        ListedJob[] jobs =
        [
            .. page.Select(row => new ListedJob(
                JobDocument.WithoutCases(row.ToJob()) with { QueuePosition = queue.IndexOf(row.Id) is >= 0 and var index ? index + 1 : null },
                row.Best,
                row.Medians)),
        ];
        return new JobListing(jobs, rows.Count > filter.Limit ? jobs[^1].Document.Id : null);
    }

    /// <summary>The number of jobs that match a filter on all its pages, at most <see cref="ListedJob.MaxCounted"/> + 1.</summary>
    public static async Task<int> CountAsync(IDbConnection connection, JobFilter filter)
    {
        var all = filter with { Before = null, Limit = ListedJob.MaxCounted };
        var (from, _, conditions, parameters) = Parts(SqlDialect.Of(connection), all, await FewAsync(connection, all));
        return await connection.ExecuteScalarAsync<int>(
            $"SELECT COUNT(*) FROM (SELECT 1 FROM {from} {Where(conditions)} LIMIT @limit) AS matching", parameters);
    }

    /// <param name="dialect">The dialect of the database.</param>
    /// <param name="few">Which of its parts few jobs match.</param>
    public static (string Sql, DynamicParameters Parameters) For(SqlDialect dialect, JobFilter filter, Few few = default)
    {
        var (from, id, conditions, parameters) = Parts(dialect, filter, few);
        var page = $"FROM {from} {Where(conditions)} ORDER BY {id} DESC LIMIT @limit";

        // The found jobs are sorted by their ids alone: a row with its spark line is read for the jobs of the page only.
        return (few.Words && filter.Search is not null
            ? $"SELECT {JobRow.Columns}, {Trend} FROM jobs WHERE id IN (SELECT {id} {page}) ORDER BY id DESC"
            : $"SELECT {JobRow.Columns}, {Trend} {page}", parameters);
    }

    private static (string From, string Id, List<string> Conditions, DynamicParameters Parameters) Parts(
        SqlDialect dialect, JobFilter filter, Few few)
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

        var search = JobSearch.Of(filter.Search ?? "");
        if (search.Number is { } number)
        {
            conditions.Add("jobs.number = @number");
            parameters.Add("number", number);
        }

        // The jobs of a target are scanned when it is the only filter or has few jobs. With another filter they are looked up,
        // because nearly all jobs may have this target. The cross join prevents SQLite from reversing the join order. Words
        // are the same: the few jobs that have them are read, or each job of the list is looked up in their numbers.
        var (from, id) = ("jobs", "jobs.id");
        if (search.Words.Count > 0)
        {
            parameters.Add("words", dialect.StartsOfWords(search.Words));
            if (few.Words)
            {
                from = "job_words CROSS JOIN jobs";
                conditions.Add($"{dialect.Matches("@words")} AND jobs.number = {dialect.NumberOfWords}");
            }
            else
            {
                conditions.Add(dialect.HasMatch("@words"));
            }
        }

        if (filter.Target is { } target)
        {
            parameters.Add("target", target);
            if ((few.OfTarget || conditions.Count == 0) && from == "jobs")
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
        return (from, id, conditions, parameters);

        void Equal(string column, object? value)
        {
            if (value is not null)
            {
                conditions.Add($"{column} = @{column}");
                parameters.Add(column, value);
            }
        }
    }

    private static string Where(List<string> conditions) => conditions.Count == 0 ? "" : $"WHERE {string.Join(" AND ", conditions)}";

    private static async Task<Few> FewAsync(IDbConnection connection, JobFilter filter) => new(
        filter.Target is { } target && await IsRareAsync(connection, "job_targets WHERE target = @Value", target),
        JobSearch.Of(filter.Search ?? "").Words is { Count: > 0 } words
            && await IsRareAsync(
                connection, $"job_words WHERE {SqlDialect.Of(connection).Matches("@Value")}", SqlDialect.Of(connection).StartsOfWords(words)));

    private static async Task<bool> IsRareAsync(IDbConnection connection, string from, string value) =>
        Rare > await connection.ExecuteScalarAsync<int>(
            $"SELECT COUNT(*) FROM (SELECT 1 FROM {from} LIMIT @Limit) AS found", new { Value = value, Limit = Rare });

    private static string Escaped(string text) => text.Replace(@"\", @"\\").Replace("%", @"\%").Replace("_", @"\_");

    /// <summary>The parts of a filter that few jobs match, so reading those jobs is fast.</summary>
    /// <param name="OfTarget">The target has few jobs.</param>
    /// <param name="Words">Few jobs have the words of the search.</param>
    public readonly record struct Few(bool OfTarget, bool Words);

    private static async Task<List<Guid>> QueueAsync(IDbConnection connection) =>
        (await connection.QueryAsync<Guid>(
            $"SELECT id FROM jobs WHERE state = @State ORDER BY {JobLedger.QueueOrder}", new { State = Column.Of(JobState.Queued) })).AsList();
}
