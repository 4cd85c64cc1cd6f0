using System.Data;
using System.Globalization;

namespace RedisPerf.Ledger.Storage;

/// <summary>The numbered SQL files of a folder of Migrations/. Later than 020, each number is in both folders.</summary>
internal sealed class Migrations
{
    private readonly (int Version, string Resource)[] _files;

    private Migrations(string folder) => _files =
    [
        .. typeof(Migrations).Assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith($"{folder}/", StringComparison.Ordinal))
            .Select(name => (int.Parse(name.AsSpan(folder.Length + 1, 3), CultureInfo.InvariantCulture), name))
            .Order(),
    ];

    public static Migrations Sqlite { get; } = new("Sqlite");

    public static Migrations PostgreSql { get; } = new("PostgreSql");

    public IEnumerable<int> Versions => _files.Select(file => file.Version);

    /// <summary>The last version.</summary>
    public int Version => _files[^1].Version;

    /// <summary>The statements of each version after a given one, in their order.</summary>
    public async IAsyncEnumerable<(int Version, string Sql)> AfterAsync(int present)
    {
        foreach (var (version, resource) in _files.Where(file => file.Version > present))
        {
            await using var stream = typeof(Migrations).Assembly.GetManifestResourceStream(resource)!;
            using var reader = new StreamReader(stream);
            yield return (version, await reader.ReadToEndAsync());
        }
    }
}

/// <summary>Fills new columns of existing rows after a migration, in its transaction.</summary>
/// <param name="version">The number of the migration.</param>
/// <param name="connection">The connection with the transaction.</param>
/// <param name="ct">Cancels the migration.</param>
internal delegate Task MigrationStep(int version, IDbConnection connection, CancellationToken ct);
