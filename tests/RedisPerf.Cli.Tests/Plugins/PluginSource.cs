using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace RedisPerf.Cli.Tests.Plugins;

/// <summary>Compiles the assembly of a user with strategies.</summary>
internal static class PluginSource
{
    private const string Usings = """
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Threading;
        using System.Threading.Tasks;
        using RedisPerf.Abstractions;
        using RedisPerf.StackExchange;
        using StackExchange.Redis;

        """;

    /// <summary>The assemblies of a strategy that uses StackExchange.Redis, as a build copies them to its output.</summary>
    private static readonly string[] Dependencies =
    [
        "RedisPerf.Abstractions", "RedisPerf.StackExchange", "StackExchange.Redis", "RESPite", "System.IO.Hashing",
        "Microsoft.Extensions.Logging.Abstractions", "Microsoft.Extensions.DependencyInjection.Abstractions",
    ];

    private static readonly Lazy<MetadataReference[]> Runtime = new(() =>
        [.. Directory.EnumerateFiles(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "*.dll").Where(IsManaged)
            .Select(path => MetadataReference.CreateFromFile(path))]);

    /// <summary>Compiles strategies into a folder, with the assemblies that they need.</summary>
    /// <param name="folder">An existing folder.</param>
    /// <param name="assembly">The name of the assembly.</param>
    /// <param name="source">Its classes.</param>
    /// <returns>The path of the file.</returns>
    public static string Build(string folder, string assembly, string source)
    {
        foreach (var name in Dependencies)
        {
            File.Copy(Path.Combine(AppContext.BaseDirectory, $"{name}.dll"), Path.Combine(folder, $"{name}.dll"), overwrite: true);
        }

        return Compile(folder, assembly, Usings + source, Dependencies.Select(name => Path.Combine(folder, $"{name}.dll")));
    }

    /// <summary>Compiles a file.</summary>
    /// <param name="folder">An existing folder.</param>
    /// <param name="assembly">The name of the assembly.</param>
    /// <param name="source">A compilation unit.</param>
    /// <param name="references">The paths of the assemblies besides the runtime.</param>
    /// <returns>The path of the file.</returns>
    public static string Compile(string folder, string assembly, string source, IEnumerable<string> references)
    {
        var compilation = CSharpCompilation.Create(
            assembly,
            [CSharpSyntaxTree.ParseText(source)],
            [.. Runtime.Value, .. references.Select(path => MetadataReference.CreateFromFile(path))],
            new(OutputKind.DynamicallyLinkedLibrary));
        var file = Path.Combine(folder, $"{assembly}.dll");
        compilation.Emit(file).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
        return file;
    }

    /// <summary>A strategy that writes the documents, with statements before and after it.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="execute">The statements of ExecuteAsync, with <c>database</c>, <c>work</c>, <c>context</c> and <c>ct</c>.</param>
    /// <param name="members">Other members.</param>
    public static string Strategy(string name, string execute, string members = "") => $$"""
        [Strategy("{{name}}", "A strategy of a test.")]
        public sealed class {{name.Replace("-", "", StringComparison.Ordinal)}}_Strategy : StackExchangeInsertStrategy
        {
            {{members}}
            protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
            {
                {{execute}}
            }

            private static Task WriteAsync(IDatabase database, IEnumerable<InsertField> fields) =>
                Task.WhenAll(fields.Select(field => database.HashSetAsync(field.Key, field.Name, field.Value)).ToList());
        }

        """;

    /// <summary>The method that <see cref="BuildOwn"/> calls for the work.</summary>
    /// <param name="statements">With <c>database</c>, <c>work</c>, <c>context</c> and <c>ct</c>.</param>
    public static string Execute(string benchmark, string statements) => $$"""
        private async Task RunAsync(IDatabase database, {{NameOf(benchmark)}}Work work, RunContext context, CancellationToken ct)
        {
            {{statements}}
        }
        """;

    /// <summary>Compiles the strategy my/own of a benchmark, whose connection is open before the clock starts.</summary>
    /// <param name="folder">An existing folder.</param>
    /// <param name="benchmark">The name of the benchmark.</param>
    /// <param name="members">Its members, with the method of <see cref="Execute"/>.</param>
    public static string BuildOwn(string folder, string benchmark, string members) => Build(folder, "My", $$"""
        [Strategy("own", "A strategy of a test.")]
        public sealed class my_own : {{NameOf(benchmark)}}Strategy
        {
            private IDatabase _database;

            public override async Task SetupAsync({{NameOf(benchmark)}}Work work, RunContext context, CancellationToken ct) =>
                _database = await context.OpenDatabaseAsync();

            public override Task ExecuteAsync({{NameOf(benchmark)}}Work work, RunContext context, CancellationToken ct) =>
                RunAsync(_database, work, context, ct);

            {{members}}
        }
        """);

    private static string NameOf(string benchmark) => string.Concat(benchmark.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private static bool IsManaged(string path) =>
        Path.GetFileName(path) is var name && (name.StartsWith("System.", StringComparison.Ordinal) || name is "mscorlib.dll" or "netstandard.dll")
        && !name.EndsWith(".Native.dll", StringComparison.Ordinal);
}
