using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage.PostgreSql;

namespace RedisPerf.Ledger.Storage;

/// <summary>The credentials of a PostgreSQL database in separate settings, so that a password can have any characters, or be in a file.</summary>
/// <param name="User">Replaces the user of the connection string; null or empty to keep it.</param>
/// <param name="Password">Replaces the password of the connection string; null or empty to keep it.</param>
/// <param name="PasswordFile">The path of a file with the password; null or empty without a file. It is read once.</param>
public sealed record LedgerCredentials(string? User, string? Password, string? PasswordFile)
{
    private const string Settings = "RedisPerf__LedgerUser, RedisPerf__LedgerPassword and RedisPerf__LedgerPasswordFile";

    /// <summary>The ledger with the credentials.</summary>
    /// <param name="ledger"><see cref="LedgerDatabase.Sqlite"/>, or the connection string of a PostgreSQL database.</param>
    /// <exception cref="LedgerException">The file cannot be read, the ledger has no credentials, or it is invalid. The message has no
    /// password.</exception>
    public string AddTo(string ledger)
    {
        var password = Password?.TrimEnd('\r', '\n');
        if (string.IsNullOrEmpty(User) && string.IsNullOrEmpty(password) && string.IsNullOrEmpty(PasswordFile))
        {
            return ledger;
        }

        if (ledger == LedgerDatabase.Sqlite)
        {
            throw new LedgerException($"{Settings} require a PostgreSQL database in RedisPerf__Ledger.");
        }

        if (!string.IsNullOrEmpty(password) && !string.IsNullOrEmpty(PasswordFile))
        {
            throw new LedgerException("RedisPerf__LedgerPassword and RedisPerf__LedgerPasswordFile both give a password; set one of them.");
        }

        var settings = PostgreSqlDatabase.Parse(ledger);
        settings.Username = string.IsNullOrEmpty(User) ? settings.Username : User;
        settings.Password = string.IsNullOrEmpty(PasswordFile) ? string.IsNullOrEmpty(password) ? settings.Password : password : Read(PasswordFile);
        return settings.ConnectionString;
    }

    /// <inheritdoc/>
    public override string ToString() => nameof(LedgerCredentials);

    private static string Read(string path)
    {
        try
        {
            return Core.Targets.PasswordFile.Read(path, "RedisPerf__LedgerPasswordFile");
        }
        catch (TargetException exception)
        {
            throw new LedgerException(exception.Reason.ToText(), exception);
        }
    }
}
