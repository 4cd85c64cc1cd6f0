using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The snippets of all strategies as methods of a class, each in its own file, because it has its own using directives.</summary>
internal static class SnippetMethods
{
    /// <summary>The class of a user, whose name is part of some snippets. It is part of no package.</summary>
    public const string Document = """
        using MessagePack;

        [MessagePackObject]
        public record Document([property: Key(0)] string Json);
        """;

    public static IEnumerable<(string Benchmark, StrategyInfo Strategy)> All =>
        from benchmark in Catalogue.Default.Benchmarks
        from strategy in benchmark.Info.Strategies
        where strategy.UseIt is not null
        select (benchmark.Info.Name, strategy);

    /// <summary>The name of the method of a strategy.</summary>
    public static string NameOf(string benchmark, StrategyInfo strategy) => $"{benchmark}_{strategy.Name}".Replace('-', '_');

    /// <summary>A file with the method of a strategy: it returns the result, or null.</summary>
    /// <param name="code">The code of its snippet.</param>
    public static string FileOf(string benchmark, StrategyInfo strategy, string code)
    {
        var snippet = strategy.UseIt!;
        var (directives, statements) = Split(code);
        return $$"""
            {{directives}}
            public static partial class Snippets
            {
                public static async Task<object?> {{NameOf(benchmark, strategy)}}({{snippet.Given}})
                {
            {{statements}}
                    return {{snippet.Result ?? "null"}};
                }
            }
            """;
    }

    /// <summary>The using directives and the statements of a snippet.</summary>
    public static (string Directives, string Statements) Split(string code)
    {
        var end = code.IndexOf("\n\n", StringComparison.Ordinal);
        return (code[..end], code[(end + 2)..]);
    }
}
