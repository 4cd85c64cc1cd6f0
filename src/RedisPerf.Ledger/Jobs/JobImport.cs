using System.Data;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Adds a job that was run elsewhere and has ended.</summary>
public static class JobImport
{
    /// <summary>Adds the job. Another instance may have the ledger open at the same time; it shows the job with the next page.</summary>
    /// <param name="folder">The data folder; it is created if needed.</param>
    /// <param name="document">The job with its runs; its summaries are ignored.</param>
    /// <param name="catalogue">Declares the floor of its benchmark. A job of an unknown benchmark has no fastest case, because its cases
    /// may not be comparable.</param>
    /// <returns>False when the ledger already has a job with this id; nothing was changed.</returns>
    /// <exception cref="FormatException">A value is invalid. The message names the fields and the valid values.</exception>
    /// <exception cref="LedgerException">The job has not ended, or the ledger cannot be written.</exception>
    public static Task<bool> RunAsync(string folder, JobDocument document, Catalogue catalogue, CancellationToken ct = default) =>
        RunAsync(LedgerDatabase.Sqlite, folder, document, catalogue, ct);

    /// <inheritdoc cref="RunAsync(string, JobDocument, Catalogue, CancellationToken)"/>
    /// <param name="ledger"><see cref="LedgerDatabase.Sqlite"/> for a file in the data folder, or the connection string
    /// of a PostgreSQL database.</param>
    /// <param name="folder">The data folder.</param>
    /// <param name="document">The job with its runs.</param>
    /// <param name="catalogue">Declares the floor of its benchmark.</param>
    public static async Task<bool> RunAsync(string ledger, string folder, JobDocument document, Catalogue catalogue, CancellationToken ct = default)
    {
        if (document.State is JobState.Queued or JobState.Running)
        {
            throw new LedgerException($"Job {document.Id} is {Column.Of(document.State)}; only a job that has ended can be imported.");
        }

        JobDocumentCheck.Validate(document, catalogue);
        await using var database = await LedgerDatabases.OpenSharedAsync(ledger, folder, ct);
        var titled = document with { Title = JobTitle.Of(document.Request, catalogue.Find(document.Benchmark)?.Info) };
        return await database.WriteAsync(connection => AddAsync(connection, titled, new(catalogue)), ct);
    }

    private static async Task<bool> AddAsync(IDbConnection connection, JobDocument document, StoredDocuments documents)
    {
        if (await JobLedger.FindRowAsync(connection, document.Id) is not null)
        {
            return false;
        }

        var row = JobRow.Of(document);
        await JobLedger.InsertAsync(connection, row);
        foreach (var @case in document.Cases)
        {
            var key = @case.Key;
            await connection.ExecuteAsync(RunRow.Insert, @case.Runs.Select(run => RunRow.Of(document.Id, key, run)));
        }

        await documents.KeepBestAsync(connection, row);
        return true;
    }
}
