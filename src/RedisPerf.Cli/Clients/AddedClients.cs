using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Clients;

/// <summary>The clients that a user added: worker programs in the data folder, each in a folder with the client's name.</summary>
internal sealed class AddedClients(string data)
{
    private const string Library = "StackExchange.Redis.dll";

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

        var clients = ClientCatalogue.Of(data);
        var similar = clients.Names
            .Select(name => Path.GetDirectoryName(clients.Find(name))!)
            .FirstOrDefault(known => NameOf(Path.Combine(known, Library))?.Version is { } other && other.Major == version.Major && other <= version);
        if (similar is null)
        {
            return (null, $"No client is built with major version {version.Major}, which {path} has. Add one with: redisperf clients add <version>.");
        }

        var product = FileVersionInfo.GetVersionInfo(path).ProductVersion ?? version.ToString();
        var client = $"{product.Split('+')[0]}-{Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path)))[..8]}";
        if (clients.Find(client) is not null)
        {
            return (client, null);
        }

        var made = CreateFolder(client);
        foreach (var file in Directory.GetFiles(similar))
        {
            File.Copy(file, Path.Combine(made, Path.GetFileName(file)));
        }

        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        File.Copy(path, Path.Combine(made, Library), overwrite: true);
        foreach (var name in ReferencesOf(path).Where(name => File.Exists(Path.Combine(folder, name)) && File.Exists(Path.Combine(made, name))))
        {
            File.Copy(Path.Combine(folder, name), Path.Combine(made, name), overwrite: true);
        }

        Directory.Move(made, Path.Combine(_folder, client));
        return (client, null);
    }

    private async Task<(string? Name, string? Refusal)> BuildAsync(string version, CancellationToken ct)
    {
        if (!Version.TryParse(version.Split('-')[0], out _) || !version.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-'))
        {
            return (null, $"\"{version}\" is not a version such as 2.13.17, nor the path of a DLL.");
        }

        if (ClientCatalogue.Of(data).Find(version) is not null)
        {
            return (null, $"Client {version} already exists.");
        }

        if (FindProject() is not { } project)
        {
            return (null, "A version is built from the source of RedisPerf. Start redisperf in a clone of its repository: dotnet run --project src/RedisPerf.Cli -- clients add <version>.");
        }

        var made = CreateFolder(version);
        var start = ChildProcess.BuildInfo("dotnet", ["build", project, "-c", "Release", "-o", made, $"-p:StackExchangeRedisVersion={version}", "-v", "quiet", "-nologo", "-consoleLoggerParameters:ErrorsOnly;NoSummary"]);
        start.RedirectStandardOutput = true;
        try
        {
            using var build = Process.Start(start)!;
            using var stop = ct.Register(() => ChildProcess.Kill(build));
            var output = await build.StandardOutput.ReadToEndAsync(ct);
            await build.WaitForExitAsync(ct);
            if (build.ExitCode != 0)
            {
                Directory.Delete(made, recursive: true);
                return (null, $"The worker cannot be built with version {version}:{Environment.NewLine}{output.Trim()}");
            }
        }
        catch (Win32Exception exception)
        {
            return (null, $"The .NET SDK, which builds the worker, cannot be started: {exception.Message}");
        }

        Directory.Move(made, Path.Combine(_folder, version));
        return (version, null);
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
