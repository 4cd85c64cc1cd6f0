using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using RedisPerf.Core.Benchmarks;

namespace RedisPerf.Core.Tests.Benchmarks;

public class StrategySourceTests
{
    // What the SDK adds to a console project with <ImplicitUsings>enable</ImplicitUsings>.
    private const string ImplicitUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    // The assemblies of this process contain the framework, RedisPerf.Core and its packages.
    private static readonly MetadataReference[] References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    public static TheoryData<string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        benchmark.Info.Strategies.Select(strategy => (benchmark.Info.Name, strategy.Name)))];

    [Theory]
    [MemberData(nameof(Strategies))]
    public void Source_contains_the_class_and_ExecuteAsync(string benchmark, string name)
    {
        var strategy = Catalogue.Default.Find(benchmark)!.Info.FindStrategy(name)!;

        strategy.Source.ShouldMatch($@"class {strategy.Implementation.Name}\b[( ]");
        strategy.Source.ShouldMatch(
            @" ExecuteAsync\((CaseContext|(IDatabase database, InsertWork|CacheWork) work, RunContext) context, CancellationToken ct\)");
        strategy.Summary.ShouldEndWith(".");
        strategy.Summary.ShouldNotContain("\n");
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    public void Source_compiles_in_a_project_that_references_the_library(string benchmark, string name)
    {
        var source = Catalogue.Default.Find(benchmark)!.Info.FindStrategy(name)!.Source;
        var options = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.Latest);

        var compilation = CSharpCompilation.Create(
            "Copied",
            [CSharpSyntaxTree.ParseText(source, options, cancellationToken: Ct),
                CSharpSyntaxTree.ParseText(ImplicitUsings, options, cancellationToken: Ct)],
            References,
            new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));

        compilation.GetDiagnostics(Ct).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
            .Select(diagnostic => diagnostic.ToString()).ShouldBeEmpty();
    }
}
