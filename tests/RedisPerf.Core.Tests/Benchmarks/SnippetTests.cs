using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The code of each strategy for a program of a user. <c>SnippetProgramTests</c> in the proofs runs it.</summary>
public sealed class SnippetTests
{
    private const int MaxLines = 15;
    private const int MaxColumns = 100;

    // What the SDK adds to a project with <ImplicitUsings>enable</ImplicitUsings>.
    private const string ImplicitUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    // The framework and the packages, without any assembly of RedisPerf.
    private static readonly MetadataReference[] References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => !Path.GetFileName(path).StartsWith("RedisPerf", StringComparison.OrdinalIgnoreCase))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    public static TheoryData<string, string> Strategies =>
        [.. Catalogue.Default.Benchmarks.SelectMany(benchmark => benchmark.Info.Strategies.Select(strategy => (benchmark.Info.Name, strategy.Name)))];

    public static TheoryData<string, string> Snippets => [.. SnippetMethods.All.Select(each => (each.Benchmark, each.Strategy.Name))];

    [Theory]
    [MemberData(nameof(Strategies))]
    public void Each_strategy_for_use_has_a_snippet(string benchmark, string name)
    {
        var (info, strategy) = Find(benchmark, name);

        // The strategies of a paced benchmark only create a load.
        (strategy.UseIt is not null).ShouldBe(!strategy.AsPublished && !strategy.IsFloor && !info.IsPaced);
    }

    [Theory]
    [MemberData(nameof(Snippets))]
    public void Snippet_is_short_and_has_its_costs(string benchmark, string name)
    {
        var (_, strategy) = Find(benchmark, name);
        var code = strategy.UseIt!.DefaultCode();

        SnippetMethods.Split(code).Statements.Split('\n')
            .Count(line => line.Length > 0 && !line.TrimStart().StartsWith("//", StringComparison.Ordinal))
            .ShouldBeLessThanOrEqualTo(MaxLines, code);
        code.Split('\n').ShouldAllBe(line => line.Length <= MaxColumns && line.TrimEnd() == line);
        code.ShouldNotContain("RedisPerf");
        strategy.UseIt.GivenUp.ShouldNotBeEmpty();
        strategy.UseIt.GivenUp.ShouldAllBe(sentence => sentence.EndsWith('.'));
    }

    [Theory]
    [MemberData(nameof(Snippets))]
    public void Snippet_compiles_against_the_packages_alone(string benchmark, string name)
    {
        var (info, strategy) = Find(benchmark, name);

        // The largest values too: the literals are long and must fit their types.
        var max = strategy.UseIt!.CodeAt(Request(info, MaxValues(info, strategy)), Coordinates.None)!;
        foreach (var code in new[] { strategy.UseIt.DefaultCode(), max })
        {
            Errors(SnippetMethods.FileOf(benchmark, strategy, code)).ShouldBeEmpty(code);
        }
    }

    [Theory]
    [InlineData("insert", "multi-exec", "batchSize", 250, "documents.Chunk(250)")]
    [InlineData("insert", "multi-exec", "windowBytes", 67_108_864, "transactions.Count == 20) // 67_108_864 bytes")]
    [InlineData("insert", "hset", "fieldsPerHset", 1_000, "documents.Chunk(1_000)")]
    [InlineData("insert", "lua", "fieldsPerLua", 50, "documents.Chunk(50)")]
    [InlineData("insert", "batch", "payloadBytes", 1_024, "replies.Count == 4_096) // 4_194_304 bytes in flight")]
    [InlineData("insert", "zstd", "zstdLevel", 7, "new Compressor(7)")]
    [InlineData("insert", "brotli", "brotliLevel", 5, "quality: 5")]
    [InlineData("insert", "lz4", "lz4Level", 9, "LZ4Level.L09_HC")]
    [InlineData("insert", "gzip", "compressionLevel", "smallest", "CompressionLevel.SmallestSize")]
    [InlineData("insert", "gzip-messagepack", "compressionLevel", "fastest", "CompressionLevel.Fastest")]
    [InlineData("hget-decode", "gzip", "payloadBytes", 65_536, "MaxDegreeOfParallelism = 64")]
    [InlineData("mget", "mget-chunked", "batchSize", 500, "keys.Chunk(500)")]
    [InlineData("pipelining", "in-flight", "batchSizes", 250, "replies.Count == 250")]
    [InlineData("pipelining", "incr-multi-exec", "batchSizes", 250, "left -= 250")]
    [InlineData("list-push", "lpush-bulk", "bulkSizes", 5_000, "numbers.Chunk(5_000)")]
    [InlineData("online-users", "bitmap", "batchSize", 2_000, "users.Chunk(2_000)")]
    [InlineData("online-users", "hash", "mode", "sequence", "users.Chunk(1)")]
    [InlineData("connections", "get", "connections", 6, "Enumerable.Range(0, 6)")]
    [InlineData("connections", "set", "commandsInFlight", 128, "MaxDegreeOfParallelism = 128")]
    [InlineData("calls", "task-run", "callers", 48, "MaxDegreeOfParallelism = 48")]
    [InlineData("set-with-expiry", "msetex", "expirySeconds", 86_400, "FromSeconds(86_400)")]
    [InlineData("set-with-expiry", "lua", "batchSize", 250, "pairs.Chunk(250)")]
    public void Values_are_those_of_the_options(string benchmark, string name, string option, object value, string expected)
    {
        var (info, strategy) = Find(benchmark, name);

        strategy.UseIt!.DefaultCode().ShouldNotContain(expected);
        strategy.UseIt.CodeAt(Request(info, (option, value)), Coordinates.None)!.ShouldContain(expected);
    }

    [Fact]
    public void Values_are_those_of_the_coordinates()
    {
        var (info, strategy) = Find("insert", "multi-exec");
        var request = Request(info, ("batchSize", new[] { 10, 250 }));

        strategy.UseIt!.CodeAt(request, Coordinates.None.With("batchSize", "250"))!.ShouldContain("documents.Chunk(250)");
        strategy.UseIt.CodeAt(request, Coordinates.None.With("batchSize", "10"))!.ShouldContain("documents.Chunk(10)");
    }

    [Fact]
    public void A_payload_has_its_own_size()
    {
        var (info, strategy) = Find("insert", "batch");
        var payload = new PayloadDescription
        {
            Source = PayloadSource.Lines,
            Hash = "",
            Name = "lines",
            Values = 2,
            TotalBytes = 2_048,
            MinimumBytes = 1_024,
            MedianBytes = 1_024,
            P90Bytes = 1_024,
            MaximumBytes = 1_024,
            GzipRatio = 1,
        };

        strategy.UseIt!.CodeAt(Request(info) with { Payload = payload }, Coordinates.None)!.ShouldContain("replies.Count == 4_096)");
    }

    [Fact]
    public void Options_that_cannot_be_read_have_no_snippet()
    {
        var (info, strategy) = Find("insert", "multi-exec");

        strategy.UseIt!.CodeAt(Request(info, ("batchSize", "many")), Coordinates.None).ShouldBeNull();
    }

    private static (BenchmarkInfo Info, StrategyInfo Strategy) Find(string benchmark, string name)
    {
        var info = Catalogue.Default.Find(benchmark)!.Info;
        return (info, info.FindStrategy(name)!);
    }

    private static (string, object)[] MaxValues(BenchmarkInfo info, StrategyInfo strategy) =>
        [.. info.Options.Options
            .Where(option => option is { Maximum: not null, Type: OptionType.Integer } && info.Options.IsAffected(strategy, option.Name))
            .Select(option => (option.Name, (object)(long)option.Maximum!.Value))];

    private static JobRequest Request(BenchmarkInfo info, params (string Name, object Value)[] options) => new()
    {
        Benchmark = info.Name,
        Strategies = [info.Strategies[0].Name],
        Options = options.ToDictionary(option => option.Name, option => JsonSerializer.SerializeToElement(option.Value)),
        Targets = ["local"],
        Runs = 1,
        Warmups = 0,
        Seed = 1,
    };

    // A warning in a user's project is a defect too.
    private static IEnumerable<string> Errors(string file)
    {
        var options = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.Latest);
        var compilation = CSharpCompilation.Create(
            "Used",
            new[] { file, SnippetMethods.Document, ImplicitUsings }
                .Select(text => CSharpSyntaxTree.ParseText(text, options, cancellationToken: Ct)),
            References,
            // As in every project of the SDK: a package was built with an earlier version of the framework.
            new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable,
                specificDiagnosticOptions: [KeyValuePair.Create("CS1701", ReportDiagnostic.Suppress)]));
        return compilation.GetDiagnostics(Ct).Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)
            .Select(diagnostic => diagnostic.ToString());
    }
}
