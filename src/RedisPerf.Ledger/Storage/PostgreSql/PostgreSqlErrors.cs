using System.Net.Sockets;
using Npgsql;

namespace RedisPerf.Ledger.Storage.PostgreSql;

/// <summary>The sentence for each error of the database. It has the host and the database and never the password.</summary>
internal sealed class PostgreSqlErrors(NpgsqlConnectionStringBuilder settings)
{
    private const string Setting = "RedisPerf__Ledger";

    /// <summary>The ledger as a message shows it.</summary>
    public string Name { get; } = $"\"{settings.Database}\" on {settings.Host}:{settings.Port}";

    /// <summary>Whether the server closed a connection of the pool, as at its restart.</summary>
    public static bool IsClosedConnection(NpgsqlException exception) => exception is PostgresException
    {
        SqlState: PostgresErrorCodes.AdminShutdown
        or PostgresErrorCodes.CrashShutdown or PostgresErrorCodes.IdleSessionTimeout
    }
        || exception is not PostgresException && exception.InnerException is IOException;

    /// <returns>Null for an exception that is not of the database.</returns>
    public LedgerException? Explain(Exception exception) => exception switch
    {
        PostgresException error => Answered(error),
        NpgsqlException or TimeoutException or SocketException => Unanswered(exception),
        _ => null,
    };

    private LedgerException Unanswered(Exception exception) => new(exception switch
    {
        NpgsqlException { InnerException: TimeoutException } when exception.Message.Contains("pool", StringComparison.Ordinal) =>
            $"The ledger {Name} is busy: all {settings.MaxPoolSize} connections are in use. Try again, or raise Maximum Pool Size in {Setting}.",
        NpgsqlException { InnerException: TimeoutException } or TimeoutException =>
            $"The ledger {Name} did not answer in time. Check the PostgreSQL server and the network.",
        _ => $"The ledger {Name} cannot be reached ({(exception.InnerException ?? exception).Message.TrimEnd('.')}). "
            + $"Start the PostgreSQL server, or correct {Setting}.",
    }, exception);

    private LedgerException Answered(PostgresException error) => new(error.SqlState switch
    {
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification =>
            $"The PostgreSQL server of the ledger {Name} refused the user \"{settings.Username}\" "
                + $"({Text(error)}). Correct the user and the password in {Setting}.",
        PostgresErrorCodes.InvalidCatalogName => $"The database of the ledger {Name} does not exist. Create it, or correct {Setting}.",
        PostgresErrorCodes.InsufficientPrivilege =>
            $"The user \"{settings.Username}\" has no right to use the ledger {Name} ({Text(error)}). Make this user the owner of the database.",
        PostgresErrorCodes.DiskFull => $"The ledger {Name} cannot grow: the disk of the PostgreSQL server is full. Free some space and try again.",
        PostgresErrorCodes.TooManyConnections =>
            $"The PostgreSQL server of the ledger {Name} has no free connection. Raise its max_connections, or lower Maximum Pool Size in {Setting}.",
        PostgresErrorCodes.LockNotAvailable => $"The ledger {Name} is locked by another program. Close it there and try again.",
        PostgresErrorCodes.QueryCanceled => $"The ledger {Name} did not answer in time. Check the PostgreSQL server and the network.",
        PostgresErrorCodes.ReadOnlySqlTransaction =>
            $"The ledger {Name} cannot be written: the PostgreSQL server is a read-only copy. Name the primary server in {Setting}.",
        PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown or PostgresErrorCodes.CannotConnectNow =>
            $"The ledger {Name} cannot be reached ({Text(error)}). Wait until the PostgreSQL server has started.",
        _ => $"The ledger {Name} failed: {Text(error)} ({error.SqlState}).",
    }, error);

    private static string Text(PostgresException error) => error.MessageText.TrimEnd('.');
}
