using System.Diagnostics;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Proofs.Benchmarks;

/// <summary>A program with the snippets of all strategies in an otherwise empty project, which references the packages alone. It reads its input
/// from a server, runs each snippet, and stores the results as <c>result:</c> with the name of the strategy.</summary>
internal static class SnippetProgram
{
    /// <summary>The increments of a counter.</summary>
    public const int Increments = 250;

    /// <summary>The arguments of a snippet by its parameters. <c>name</c> is the benchmark and the strategy, which is also the key.</summary>
    private static readonly Dictionary<string, string> Arguments = new()
    {
        ["IDatabase db, RedisKey key, IEnumerable<HashEntry> documents"] = "db, name, entries",
        ["IDatabase db, RedisKey key, IReadOnlyDictionary<string, byte[]> documents"] = "db, name, documents",
        ["IDatabase db, RedisKey key, IReadOnlyDictionary<string, Document> documents"] = "db, name, objects",
        ["IDatabase db, RedisKey key, IEnumerable<string> names"] = "db, name, documents.Keys",
        ["IDatabase db, RedisKey[] keys"] = "db, keys",
        ["IDatabase db, RedisKey hash, RedisValue[] fields"] = "db, \"documents\", fields",
        ["IDatabase db, string tag, string[] names"] = "db, \"tag\", [.. documents.Keys]",
        ["IDatabase db, IEnumerable<KeyValuePair<RedisKey, RedisValue>> pairs"] = "db, Pairs(name)",
        ["IDatabase db, RedisKey counter, int increments"] = $"db, name, {Increments}",
        ["IDatabase db, RedisKey list, IEnumerable<RedisValue> numbers"] = "db, name, fields",
        ["IDatabase db, RedisKey key, IEnumerable<(long Id, long UnixSeconds)> users"] = "db, name, users",
        ["IDatabase db, RedisKey key, Func<RedisValue, RedisValue> change"] = "db, name, value => (long)value + 1",
        ["IDatabase db, RedisKey key, Func<Task<byte[]>> load"] = "db, name, () => Task.FromResult(\"loaded\"u8.ToArray())",
        ["string configuration, RedisKey[] keys"] = "args[0], keys",
        ["string configuration, KeyValuePair<RedisKey, RedisValue>[] pairs"] = "args[0], Pairs(name)",
        ["string configuration, KeyValuePair<RedisKey, RedisValue>[] pairs, RedisKey[] keys"] = "args[0], Pairs(name), keys",
    };

    /// <summary>Builds the program from the packages that the build of the tests has restored.</summary>
    /// <param name="folder">An empty folder outside of the repository.</param>
    /// <param name="isRun">The strategies whose snippets it runs. It contains all of them.</param>
    /// <returns>The path of its assembly.</returns>
    public static async Task<string> BuildAsync(string folder, Func<StrategyInfo, bool> isRun, CancellationToken ct)
    {
        var snippets = SnippetMethods.All.ToArray();
        string[] packages =
        [
            "StackExchange.Redis",
            .. snippets.SelectMany(each => each.Strategy.UseIt!.Namespaces).Select(each => each.Package).OfType<string>().Distinct(),
        ];
        var files = snippets.ToDictionary(
            each => $"{SnippetMethods.NameOf(each.Benchmark, each.Strategy)}.cs",
            each => SnippetMethods.FileOf(each.Benchmark, each.Strategy, each.Strategy.UseIt!.DefaultCode()));
        files["Document.cs"] = SnippetMethods.Document;
        files["Program.cs"] = ProgramOf([.. snippets.Where(each => isRun(each.Strategy))]);
        files["nuget.config"] = "<configuration><packageSources><clear /></packageSources></configuration>";
        files["Directory.Packages.props"] = new XElement("Project",
            new XElement("PropertyGroup", new XElement("StackExchangeRedisVersion", ThisMachine.ClientVersion)),
            new XElement("Import", new XAttribute("Project", Path.Combine(Repository.Root, "Directory.Packages.props")))).ToString();
        files["Used.csproj"] = $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <Nullable>enable</Nullable>
                <ImplicitUsings>enable</ImplicitUsings>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <UseAppHost>false</UseAppHost>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                {string.Concat(packages.Select(package => $"<PackageReference Include=\"{package}\" />"))}
              </ItemGroup>
            </Project>
            """;
        foreach (var (name, text) in files)
        {
            await File.WriteAllTextAsync(Path.Combine(folder, name), text, ct);
        }

        await RunAsync(["build", "Used.csproj", "--output", "out", "-p:UseSharedCompilation=false", "-nodeReuse:false"], folder, ct);
        return Path.Combine(folder, "out", "Used.dll");
    }

    /// <summary>Runs the dotnet command and waits for its end.</summary>
    /// <exception cref="InvalidOperationException">It failed. The message has its output.</exception>
    public static async Task RunAsync(IEnumerable<string> arguments, string folder, CancellationToken ct)
    {
        var start = ChildProcess.BuildInfo("dotnet", arguments);
        start.WorkingDirectory = folder;
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        try
        {
            var output = await Task.WhenAll(process.StandardOutput.ReadToEndAsync(ct), process.StandardError.ReadToEndAsync(ct));
            await process.WaitForExitAsync(ct);
            if (process.ExitCode != 0)
            {
                throw new InvalidOperationException(string.Concat(output));
            }
        }
        finally
        {
            if (!process.HasExited)
            {
                ChildProcess.Kill(process);
            }
        }
    }

    private static string ProgramOf((string Benchmark, StrategyInfo Strategy)[] snippets) => $$"""
        using StackExchange.Redis;

        // The snippets that a server supports may need no pairs.
        #pragma warning disable CS8321
        using var connection = await ConnectionMultiplexer.ConnectAsync(args[0]);
        var db = connection.GetDatabase();
        HashEntry[] entries = [.. (await db.HashGetAllAsync("documents")).OrderBy(entry => (long)entry.Name)];
        var documents = entries.ToDictionary(entry => (string)entry.Name!, entry => (byte[])entry.Value!);
        var objects = entries.ToDictionary(entry => (string)entry.Name!, entry => new Document((string)entry.Value!));
        var keys = documents.Keys.Select(name => (RedisKey)$"key:{name}").ToArray();
        var fields = documents.Keys.Select(name => (RedisValue)name).ToArray();
        var users = documents.Keys.Select(long.Parse).Select(id => (id, 1_699_999_200 + (60 * id))).ToArray();
        {{string.Concat(snippets.Select(Call))}}
        KeyValuePair<RedisKey, RedisValue>[] Pairs(string name) =>
            [.. documents.Select(document => KeyValuePair.Create((RedisKey)$"{name}:{document.Key}", (RedisValue)document.Value))];

        async Task SaveAsync(string name, object? result)
        {
            RedisKey key = $"result:{name}";
            switch (result)
            {
                case RedisValue[] values:
                    await db.ListRightPushAsync(key, values);
                    break;
                case long count:
                    await db.StringSetAsync(key, count);
                    break;
                case IEnumerable<KeyValuePair<string, byte[]>> found:
                    await db.HashSetAsync(key, [.. found.Select(each => new HashEntry(each.Key, each.Value))]);
                    break;
                case IEnumerable<KeyValuePair<string, Document>> found:
                    await db.HashSetAsync(key, [.. found.Select(each => new HashEntry(each.Key, each.Value.Json))]);
                    break;
            }
        }
        """;

    private static string Call((string Benchmark, StrategyInfo Strategy) each) => $$"""
        {
            const string name = "{{each.Benchmark}}:{{each.Strategy.Name}}";
            await SaveAsync(name, await Snippets.{{SnippetMethods.NameOf(each.Benchmark, each.Strategy)}}({{Arguments[each.Strategy.UseIt!.Given]}}));
        }

        """;
}
