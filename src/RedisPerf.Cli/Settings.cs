using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary>The settings that the command shares with the web application, from the same environment variables.</summary>
internal static class Settings
{
    /// <summary>The folder of the ledger and of the started servers' files.</summary>
    public static string DataFolder { get; } = Variable("Data")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "RedisPerf");

    /// <summary>The ledger of the web application: <see cref="LedgerDatabase.Sqlite"/>, or the connection string of a PostgreSQL database.</summary>
    public static string Ledger { get; } = Variable("Ledger") ?? LedgerDatabase.Sqlite;

    /// <summary>All named targets, the default one first.</summary>
    /// <exception cref="TargetException">The name of a configured target is invalid.</exception>
    public static TargetCatalogue Targets() => new(DataFolder, Configured());

    private static IEnumerable<ConfiguredTargetOptions> Configured()
    {
        for (var index = 0; ; index++)
        {
            var (name, connection) = (Variable($"Targets__{index}__Name"), Variable($"Targets__{index}__Connection"));
            if (name is null && connection is null)
            {
                yield break;
            }

            yield return new() { Name = name ?? "", Connection = connection ?? "" };
        }
    }

    private static string? Variable(string name) => Environment.GetEnvironmentVariable($"RedisPerf__{name}") is { Length: > 0 } value ? value : null;
}
