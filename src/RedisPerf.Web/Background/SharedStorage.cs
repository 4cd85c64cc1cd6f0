using Hangfire;
using Hangfire.PostgreSql;
using Hangfire.PostgreSql.Factories;
using Npgsql;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Background;

/// <summary>Hangfire's storage in the database of a shared ledger, in the schema <c>hangfire</c>.</summary>
internal static class SharedStorage
{
    /// <summary>After this time without a sign of its node, a fetched Hangfire job is fetched again. The ledger decides whether
    /// there is something to do.</summary>
    private static readonly TimeSpan InvisibilityTimeout = TimeSpan.FromSeconds(10);

    /// <summary>How late an offer may be when the notification of the database is lost.</summary>
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    private const int CommandSeconds = 30;

    /// <param name="database">The open ledger.</param>
    public static JobStorage Open(LedgerDatabase database)
    {
        // Hangfire waits for its own locks; the ledger has shorter limits, in which a request is answered.
        var connection = new NpgsqlConnectionStringBuilder(database.ConnectionString)
        { CommandTimeout = CommandSeconds, ApplicationName = "RedisPerf Hangfire" };
        var options = new PostgreSqlStorageOptions
        {
            InvisibilityTimeout = InvisibilityTimeout,
            QueuePollInterval = PollInterval,
            UseSlidingInvisibilityTimeout = true,
            EnableLongPolling = true,
        };
        JobStorage? storage = null;
        // The constructor creates or updates the schema. Opened once, before the first request, so blocking is safe here.
        database.RunExclusivelyAsync(
            "hangfire",
            () =>
            {
                storage = new PostgreSqlStorage(new NpgsqlConnectionFactory(connection.ConnectionString, options), options);
                return Task.CompletedTask;
            },
            CancellationToken.None).GetAwaiter().GetResult();
        return storage!;
    }
}
