using System.Globalization;

namespace RedisPerf.Ledger.Storage;

/// <summary>The schema of a database, in a folder of Migrations/: the baseline of a new ledger, and the numbered steps that upgrade an
/// existing one. The baseline has the version of the first step. Each number is in both folders.</summary>
internal sealed class Migrations
{
    private readonly string _folder;
    private readonly (int Version, string Resource)[] _steps;

    private Migrations(string folder)
    {
        _folder = folder;
        _steps =
        [
            .. from name in typeof(Migrations).Assembly.GetManifestResourceNames()
               where name.StartsWith($"{folder}/", StringComparison.Ordinal)
               where int.TryParse(name.AsSpan(folder.Length + 1, 3), NumberStyles.None, CultureInfo.InvariantCulture, out _)
               orderby name
               select (int.Parse(name.AsSpan(folder.Length + 1, 3), CultureInfo.InvariantCulture), name),
        ];
    }

    public static Migrations Sqlite { get; } = new("Sqlite");

    public static Migrations PostgreSql { get; } = new("PostgreSql");

    /// <summary>The versions after <see cref="Oldest"/>, ascending.</summary>
    public IEnumerable<int> Versions => _steps.Select(step => step.Version);

    /// <summary>The version that the baseline creates.</summary>
    public int Baseline => _steps[0].Version;

    /// <summary>The oldest version that is upgraded.</summary>
    public int Oldest => Baseline - 1;

    /// <summary>The last version.</summary>
    public int Version => _steps[^1].Version;

    /// <summary>The problem of a version and its remedy; null for one that is current or is upgraded. The database is not changed then.</summary>
    /// <param name="present">The version that was found.</param>
    /// <param name="otherPlace">The setting that names another place for the ledger.</param>
    public string? FindProblem(int present, string otherPlace) =>
        present > Version
            ? $"has version {present}, and this RedisPerf supports versions up to {Version}. Start the newer RedisPerf, or {otherPlace}."
        : present < Oldest
        ? $"has version {present}, and this RedisPerf supports versions from {Oldest} to {Version}. Start an earlier RedisPerf that "
            + $"upgrades it to version {Oldest}, or {otherPlace}."
        : null;

    /// <summary>The statements that make a database current, with the version that it has after each of them.</summary>
    /// <param name="present">The version of the database, at least <see cref="Oldest"/>; null for an empty one.</param>
    public async IAsyncEnumerable<(int Version, string Sql)> AfterAsync(int? present)
    {
        if (present is null)
        {
            yield return (Baseline, await ReadAsync($"{_folder}/baseline.sql"));
        }

        foreach (var (version, resource) in _steps.Where(step => step.Version > (present ?? Baseline)))
        {
            yield return (version, await ReadAsync(resource));
        }
    }

    private static async Task<string> ReadAsync(string resource)
    {
        await using var stream = typeof(Migrations).Assembly.GetManifestResourceStream(resource)!;
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync();
    }
}
