using System.Reflection;
using System.Text;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The source of a strategy as one file: its class, and the base classes up to the one with <c>ExecuteAsync</c>. A reader has
/// everything that is on the clock, and can copy it into a project that references RedisPerf.Core.</summary>
internal static class StrategySource
{
    // Sources are embedded by their path below the folder of this namespace.
    private static readonly string Root = $"{typeof(Catalogue).Namespace}.";

    // A strategy of the public contract overrides a protected method.
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    public static string Of(StrategyInfo strategy)
    {
        if (strategy.Plugin is { } plugin)
        {
            return $"// The source of plug-in {plugin} is not part of RedisPerf.\n";
        }

        var files = Classes(strategy).Select(Read).ToArray();
        var text = new StringBuilder("// Compiles in a project with implicit usings that references RedisPerf.Core.\n\n");
        foreach (var directive in files.SelectMany(file => file.Usings).Distinct().Order(StringComparer.Ordinal))
        {
            text.Append(directive).Append('\n');
        }

        // One file has one file-scoped namespace: a base class from another folder could not be shown with its strategy.
        return text.Append('\n').Append(files.Select(file => file.Namespace).Distinct().Single()).Append("\n\n")
            .AppendJoin("\n\n", files.Select(file => file.Body)).Append('\n').ToString();
    }

    private static IEnumerable<Type> Classes(StrategyInfo strategy) => strategy.Executor is { } executor
        ? BasesWithExecute(executor).Prepend(strategy.Implementation)
        : BasesWithExecute(strategy.Implementation);

    private static IEnumerable<Type> BasesWithExecute(Type @class)
    {
        for (var type = @class; type is not null && type != typeof(Case); type = type.BaseType)
        {
            yield return type.IsGenericType ? type.GetGenericTypeDefinition() : type;
            if (type.GetMethods(Declared).Any(method => method.Name == nameof(Case.ExecuteAsync)))
            {
                yield break;
            }
        }
    }

    private static (IEnumerable<string> Usings, string Namespace, string Body) Read(Type @class)
    {
        var name = $"source/{@class.FullName![Root.Length..].Split('`')[0].Replace('.', '/')}.cs";
        using var stream = @class.Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The assembly has no source {name}. The file of a strategy must have the name of its class.");
        using var reader = new StreamReader(stream);
        var lines = reader.ReadToEnd().ReplaceLineEndings("\n").Split('\n');
        var line = Array.FindIndex(lines, line => line.StartsWith("namespace ", StringComparison.Ordinal));
        return (lines[..line].Where(text => text.StartsWith("using ", StringComparison.Ordinal)), lines[line],
            string.Join('\n', lines[(line + 1)..]).Trim());
    }
}
