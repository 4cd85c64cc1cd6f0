using System.Diagnostics;
using System.Globalization;
using Dapper;
using Microsoft.Data.Sqlite;
using Npgsql;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Storage.Sqlite;

namespace RedisPerf.Scale;

/// <summary>A ledger with a given number of jobs, and the IDs of jobs with a given number of runs.</summary>
/// <param name="Folder">The data folder.</param>
/// <param name="JobsByRuns">IDs of jobs, by number of runs.</param>
/// <param name="Middle">ID of the job in the middle of the list.</param>
internal sealed record FilledLedger(string Folder, IReadOnlyDictionary<int, IReadOnlyList<string>> JobsByRuns, string Middle)
{
    private const int JobsAtOnce = 5_000;
    private const int IdsOfAKind = 500;

    /// <summary>Opens the ledger in a folder, and fills it if it has no jobs.</summary>
    public static async Task<FilledLedger> InAsync(string folder, int jobs, CancellationToken ct)
    {
        var started = Stopwatch.GetTimestamp();
        await (await JobLedger.OpenAsync(folder, Catalogue.Default, ct)).DisposeAsync();
        await using var connection = new SqliteConnection($"Data Source={Path.Combine(folder, SqliteDatabase.FileName)};Pooling=False");
        await connection.OpenAsync(ct);
        if (await connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM jobs") == 0)
        {
            // Durability is not needed for generated data.
            await connection.ExecuteAsync("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;");
            foreach (var chunk in new SampleJobs().Make(jobs).Chunk(JobsAtOnce))
            {
                ct.ThrowIfCancellationRequested();
                await WriteAsync(connection, chunk);
                await Console.Error.WriteAsync('.');
            }

            await connection.ExecuteAsync("PRAGMA wal_checkpoint(TRUNCATE)");
        }

        var filled = await ReadAsync(folder, connection);
        var (jobCount, runCount) = await connection.QuerySingleAsync<(long, long)>("SELECT (SELECT COUNT(*) FROM jobs), (SELECT COUNT(*) FROM runs)");
        var megabytes = new FileInfo(Path.Combine(folder, SqliteDatabase.FileName)).Length / 1e6;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"The ledger is ready after {Stopwatch.GetElapsedTime(started).TotalSeconds:0} s: "
                + $"{jobCount:N0} jobs, {runCount:N0} runs, {megabytes:N0} MB."));
        return filled;
    }

    /// <summary>Adds one job to the ledger in a folder.</summary>
    public static async Task AddAsync(string folder, Job job, IReadOnlyList<JobEvent.RunEnded> runs, CancellationToken ct)
    {
        await (await JobLedger.OpenAsync(folder, Catalogue.Default, ct)).DisposeAsync();
        await using var connection = new SqliteConnection($"Data Source={Path.Combine(folder, SqliteDatabase.FileName)};Pooling=False");
        await connection.OpenAsync(ct);
        await WriteAsync(connection, [(job, runs)]);
    }

    /// <summary>Copies the ledger to a PostgreSQL database, unless that has jobs.</summary>
    public async Task CopyToAsync(string ledger, CancellationToken ct)
    {
        await using (var target = await JobLedger.OpenAsync(ledger, Folder, Catalogue.Default, ct))
        {
            if ((await target.ListAsync(new(Limit: 1), ct)).Jobs.Count > 0)
            {
                return;
            }
        }

        var started = Stopwatch.GetTimestamp();
        await LedgerMove.RunAsync($"{LedgerMove.FolderPrefix}{Folder}", ledger, _ => { }, ct);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"The copy took {Stopwatch.GetElapsedTime(started).TotalSeconds:0} s."));

        // As PostgreSQL does by itself after a while.
        await using var connection = new NpgsqlConnection(ledger);
        await connection.ExecuteAsync("VACUUM (ANALYZE)", commandTimeout: 0);
        Console.WriteLine(
            $"The database has {await connection.ExecuteScalarAsync<string>("SELECT pg_size_pretty(pg_database_size(current_database()))")}.");
    }

    private static async Task WriteAsync(SqliteConnection connection, IReadOnlyList<(Job Job, IReadOnlyList<JobEvent.RunEnded> Runs)> chunk)
    {
        await using var transaction = connection.BeginTransaction();
        var rows = chunk.Select(pair => WithBest(pair.Job, pair.Runs)).ToArray();
        await connection.ExecuteAsync(JobRow.Insert(SqlDialect.Of(connection)), rows, transaction);
        await connection.ExecuteAsync(JobRow.InsertTarget, rows.SelectMany(row => row.Targets), transaction);
        await connection.ExecuteAsync(JobRow.KeepBest, rows, transaction);
        await connection.ExecuteAsync(
            RunRow.Insert, chunk.SelectMany(pair => pair.Runs.Select(ended => RunRow.Of(pair.Job.Id, ended.Case, ended.Run))), transaction);
        transaction.Commit();
    }

    // Computing the intervals of full summaries would take much longer than everything else.
    private static JobRow WithBest(Job job, IReadOnlyList<JobEvent.RunEnded> runs)
    {
        var best = runs.Where(ended => !ended.Run.Warmup)
            .GroupBy(ended => ended.Case)
            .Select(group => (group.Key, Median: group.Select(ended => ended.Run.Seconds!.Value).Order().ElementAt(group.Count() / 2)))
            .MinBy(@case => @case.Median);
        return JobRow.Of(job) with
        { BestStrategy = best.Key.Strategy, BestAt = best.Key.At, BestMedian = best.Median };
    }

    private static async Task<FilledLedger> ReadAsync(string folder, SqliteConnection connection)
    {
        var counts = await connection.QueryAsync<(string Id, int Runs)>("SELECT job_id, COUNT(*) FROM runs GROUP BY job_id");
        var byRuns = counts.GroupBy(count => count.Runs).ToDictionary(
            group => group.Key, group => (IReadOnlyList<string>)[.. group.Select(count => count.Id).Shuffle().Take(IdsOfAKind)]);
        var middle = await connection.ExecuteScalarAsync<string>("SELECT id FROM jobs ORDER BY id LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM jobs)");
        return new(folder, byRuns, middle!);
    }
}
