using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The versions of the client that a job can name. Each has a folder with a worker program that is built with it: the build makes
/// those of the program, and <c>redisperf clients add</c> makes further ones in the data folder.</summary>
/// <param name="folders">Folders whose subfolders have the names of the clients. They are read again by each call.</param>
public sealed class ClientCatalogue(params IReadOnlyList<string> folders)
{
    /// <summary>The folder in the data folder.</summary>
    public const string AddedFolder = "clients";

    private static readonly string Program = OperatingSystem.IsWindows() ? "RedisPerf.Worker.exe" : "RedisPerf.Worker";

    private static readonly string BuiltFolder = Path.Combine(AppContext.BaseDirectory, "workers");

    /// <summary>The path of the worker program that is built with the client of this program.</summary>
    public static string DefaultProgram { get; } = Path.Combine(BuiltFolder, ThisMachine.ClientVersion, Program);

    /// <summary>The clients of this program and those in a data folder.</summary>
    public static ClientCatalogue Of(string data) => new(BuiltFolder, Path.Combine(data, AddedFolder));

    /// <summary>The names, the newest version first.</summary>
    public IReadOnlyList<string> Names =>
    [
        .. folders.Where(Directory.Exists).SelectMany(Directory.EnumerateDirectories)
            .Where(folder => File.Exists(Path.Combine(folder, Program)))
            .Select(folder => Path.GetFileName(folder)!)
            .Distinct()
            .OrderByDescending(name => Version.TryParse(name.Split('-')[0], out var version) ? version : new())
            .ThenBy(name => name, StringComparer.Ordinal),
    ];

    /// <summary>The path of the worker program of a client; null for an unknown name.</summary>
    public string? Find(string name) =>
        Names.Contains(name) ? folders.Select(folder => Path.Combine(folder, name, Program)).First(File.Exists) : null;
}
