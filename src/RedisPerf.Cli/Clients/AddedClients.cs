using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Text.Json;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Clients;

/// <summary>The clients that a user added: worker programs in the data folder, each in a folder with the client's name.</summary>
/// <param name="data">The data folder.</param>
/// <param name="notes">Receives a sentence about a client that is not built from the source.</param>
internal sealed class AddedClients(string data, TextWriter? notes = null)
{
    private const string Library = "StackExchange.Redis.dll";

    /// <summary>Lists the libraries of the program. Without it, the runtime uses all libraries in the folder.</summary>
    private const string LibraryList = "RedisPerf.Worker.deps.json";

    private readonly string _folder = Path.Combine(data, ClientCatalogue.AddedFolder);

    /// <summary>Whether a word is the path of a DLL, and not a version.</summary>
    public static bool IsLibrary(string word) => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase);

    /// <summary>Adds a version, or a DLL. A DLL that was added before is not an error.</summary>
    /// <returns>The name of the client, or why it was not added.</returns>
    public Task<(string? Name, string? Refusal)> AddAsync(string word, CancellationToken ct) =>
        IsLibrary(word) ? Task.FromResult(AddLibrary(word)) : BuildAsync(word, ct);

    /// <returns>Null when it was removed.</returns>
    public string? Remove(string name)
    {
        var added = new ClientCatalogue(_folder).Names;
        if (!added.Contains(name))
        {
            return $"Client \"{name}\" was not added. Added clients: {(added.Count == 0 ? "none" : string.Join(", ", added))}.";
        }

        Directory.Delete(Path.Combine(_folder, name), recursive: true);
        return null;
    }

    // A copy of a worker that was built with the same major version, with this DLL and the libraries in its folder that it
    // refers to. The name contains the start of the file's SHA-256, so that each build of a version is another client.
    private (string? Name, string? Refusal) AddLibrary(string path)
    {
        if (!File.Exists(path) || NameOf(path) is not { Name: "StackExchange.Redis", Version: { } version })
        {
            return (null, $"The file {path} {(File.Exists(path) ? "is not the assembly StackExchange.Redis" : "does not exist")}.");
        }

        if (FindSimilar(version) is not { } similar)
        {
            return (null, $"No client is built with major version {version.Major}, which {path} has. Add one with: redisperf clients add <version>.");
        }

        var product = FileVersionInfo.GetVersionInfo(path).ProductVersion ?? version.ToString();
        var client = $"{product.Split('+')[0]}-{Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path)))[..8]}";
        if (ClientCatalogue.Of(data).Find(client) is not null)
        {
            return (client, null);
        }

        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        var others = ReferencesOf(path).Where(name => File.Exists(Path.Combine(folder, name)) && File.Exists(Path.Combine(similar, name)));
        Copy(similar, client, others.Select(name => Path.Combine(folder, name)).Prepend(path));
        return (client, null);
    }

    // The folder of a worker that this version of the library can be loaded by: with the same major version and no newer one.
    private string? FindSimilar(Version version)
    {
        var clients = ClientCatalogue.Of(data);
        return clients.Names
            .Select(name => Path.GetDirectoryName(clients.Find(name))!)
            .FirstOrDefault(known => NameOf(Path.Combine(known, Library))?.Version is { } other && other.Major == version.Major && other <= version);
    }

    private void Copy(string similar, string client, IEnumerable<string> libraries)
    {
        var made = CreateFolder(client);
        foreach (var file in Directory.GetFiles(similar))
        {
            File.Copy(file, Path.Combine(made, Path.GetFileName(file)));
        }

        foreach (var library in libraries)
        {
            // The client is always StackExchange.Redis.dll, even when the given file has another name.
            var copy = Path.Combine(made, NameOf(library)?.Name == "StackExchange.Redis" ? Library : Path.GetFileName(library));
            if (!File.Exists(copy))
            {
                File.Delete(Path.Combine(made, LibraryList));
            }

            File.Copy(library, copy, overwrite: true);
        }

        Directory.Move(made, Path.Combine(_folder, client));
    }

    private async Task<(string? Name, string? Refusal)> BuildAsync(string version, CancellationToken ct)
    {
        if (!Version.TryParse(version.Split('-')[0], out _)
            || !version.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-'))
        {
            return (null, $"\"{version}\" is not a version such as 2.13.17, nor the path of a DLL.");
        }

        if (ClientCatalogue.Of(data).Find(version) is not null)
        {
            return (null, $"Client {version} already exists.");
        }

        if (FindProject() is not { } project)
        {
            return (null, "A version is built from the source of RedisPerf. Start redisperf in a clone of "
                + "its repository: dotnet run --project src/RedisPerf.Cli -- clients add <version>.");
        }

        var made = CreateFolder(version);
        try
        {
            var (exitCode, output) = await StartAsync(["build", project, "-c", "Release", "-o", made,
                $"-p:StackExchangeRedisVersion={version}", "-v", "quiet", "-nologo", "-consoleLoggerParameters:ErrorsOnly;NoSummary"], ct);
            if (exitCode == 0)
            {
                Directory.Move(made, Path.Combine(_folder, version));
                return (version, null);
            }

            Directory.Delete(made, recursive: true);
            return await FindLibrariesAsync(project, version, ct) is { } libraries && AddVersion(version, libraries)
                ? (version, null)
                : (null, $"The worker cannot be built with version {version}:{Environment.NewLine}{output.Trim()}");
        }
        catch (Win32Exception exception)
        {
            return (null, $"The .NET SDK, which builds the worker, cannot be started: {exception.Message}");
        }
    }

    // A copy of a worker that was built with another version, with the libraries of this one, which lacks something that the
    // source uses. False when there is no such worker.
    private bool AddVersion(string version, IReadOnlyList<string> libraries)
    {
        if (NameOf(libraries.Single(library => Path.GetFileName(library) == Library))?.Version is not { } known
            || FindSimilar(known) is not { } similar)
        {
            return false;
        }

        Copy(similar, version, libraries);
        notes?.WriteLine($"The source of RedisPerf uses something that version {version} does not have. Client {version} is therefore the worker "
            + $"of client {Path.GetFileName(similar)} with this version. A strategy that uses a missing member is not supported.");
        return true;
    }

    // The paths of the libraries that the program has with this version; null when a package cannot be restored.
    private static async Task<IReadOnlyList<string>?> FindLibrariesAsync(string project, string version, CancellationToken ct)
    {
        var (exitCode, output) = await StartAsync(["msbuild", project, "-restore", "-t:ResolvePackageAssets",
            "-getItem:RuntimeCopyLocalItems", "-p:Configuration=Release", $"-p:StackExchangeRedisVersion={version}", "-nologo"], ct);
        return exitCode == 0
            ? [.. JsonDocument.Parse(output).RootElement.GetProperty("Items").GetProperty("RuntimeCopyLocalItems").EnumerateArray()
                .Select(item => item.GetProperty("FullPath").GetString()!)]
            : null;
    }

    /// <exception cref="Win32Exception">There is no SDK.</exception>
    private static async Task<(int ExitCode, string Output)> StartAsync(string[] arguments, CancellationToken ct)
    {
        var start = ChildProcess.BuildInfo("dotnet", arguments);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using var build = Process.Start(start)!;
        // A restore writes its messages twice.
        build.BeginErrorReadLine();
        using var stop = ct.Register(() => ChildProcess.Kill(build));
        var output = await build.StandardOutput.ReadToEndAsync(ct);
        await build.WaitForExitAsync(ct);
        return (build.ExitCode, output);
    }

    // In a subfolder, where the catalogue does not find an incomplete worker.
    private string CreateFolder(string client)
    {
        var made = Path.Combine(_folder, ".new", client);
        if (Directory.Exists(made))
        {
            Directory.Delete(made, recursive: true);
        }

        return Directory.CreateDirectory(made).FullName;
    }

    private static string? FindProject()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            var project = Path.Combine(folder.FullName, "src", "RedisPerf.Worker", "RedisPerf.Worker.csproj");
            if (File.Exists(project))
            {
                return project;
            }
        }

        return null;
    }

    private static AssemblyName? NameOf(string path)
    {
        try
        {
            return AssemblyName.GetAssemblyName(path);
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    private static string[] ReferencesOf(string path)
    {
        using var file = new PEReader(File.OpenRead(path));
        var metadata = file.GetMetadataReader();
        return [.. metadata.AssemblyReferences.Select(reference => $"{metadata.GetString(metadata.GetAssemblyReference(reference).Name)}.dll")];
    }
}
