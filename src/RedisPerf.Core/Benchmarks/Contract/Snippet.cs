using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What a strategy does as a few statements for an async method of a reader's own program. They use StackExchange.Redis and no
/// code of RedisPerf. A test compiles each snippet in a project that references the packages alone, and runs it on a server.</summary>
public sealed record Snippet
{
    // A number in the format N0 becomes a literal: 4_194_304.
    private static readonly NumberFormatInfo Literals = new() { NumberGroupSeparator = "_" };

    private readonly Func<JobRequest, Coordinates, string> _codeAt;
    private readonly Func<string> _defaultCode;

    private Snippet(string given, Func<JobRequest, Coordinates, string> codeAt, Func<string> defaultCode, IReadOnlyList<string> givenUp) =>
        (Given, _codeAt, _defaultCode, GivenUp) = (given, codeAt, defaultCode, givenUp);

    /// <summary>The variables that the statements read, as C# parameters: <c>IDatabase db, RedisKey key</c>.</summary>
    public string Given { get; }

    /// <summary>The variable with the result; null for statements that only write.</summary>
    public string? Result { get; init; }

    /// <summary>What a program gives up with this code, in sentences.</summary>
    public IReadOnlyList<string> GivenUp { get; }

    /// <summary>The namespaces besides the implicit ones and StackExchange.Redis, with the package of each; null for the framework.</summary>
    public IReadOnlyList<(string Namespace, string? Package)> Namespaces { get; init; } = [];

    /// <summary>A snippet with values of the options of its benchmark.</summary>
    /// <typeparam name="T">The options of the benchmark.</typeparam>
    /// <param name="given">See <see cref="Given"/>.</param>
    /// <param name="code">Creates the statements from the options and the payload, which is null for generated documents. It formats
    /// numbers as <c>N0</c>.</param>
    /// <param name="givenUp">See <see cref="GivenUp"/>.</param>
    public static Snippet Of<T>(string given, Func<T, PayloadDescription?, FormattableString> code, params IReadOnlyList<string> givenUp)
        where T : notnull, new() => new(
            given,
            (request, at) => code(request.OptionsAt<T>(at), request.Payload).ToString(Literals),
            () => code(new T(), null).ToString(Literals),
            givenUp);

    /// <summary>A snippet that does not depend on options.</summary>
    public static Snippet Of(string given, string code, params IReadOnlyList<string> givenUp) => new(given, (_, _) => code, () => code, givenUp);

    /// <summary>The number of calls in flight within a limit of bytes: at least two, so that the next call is ready when one is answered.</summary>
    public static long CallsInFlight(long bytesInFlight, double bytesPerCall) =>
        (long)Math.Max(2, bytesPerCall > 1 ? bytesInFlight / bytesPerCall : bytesInFlight);

    /// <summary>The code with the values of a case; null when a value has another type, as in a job of an earlier version.</summary>
    public string? CodeAt(JobRequest request, Coordinates at)
    {
        try
        {
            return WithUsings(_codeAt(request, at));
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The code with the defaults of all options.</summary>
    public string DefaultCode() => WithUsings(_defaultCode());

    private string WithUsings(string statements)
    {
        var directives = Namespaces.Append(("StackExchange.Redis", null)).OrderBy(each => each.Item1, StringComparer.Ordinal)
            .Select(each => $"using {each.Item1};{(each.Item2 is null ? "" : $" // package {each.Item2}")}\n");
        return $"{string.Concat(directives)}\n// Given: {Given}\n{statements.ReplaceLineEndings("\n")}\n";
    }
}
