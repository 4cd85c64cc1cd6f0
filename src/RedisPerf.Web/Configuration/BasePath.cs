using System.Text.RegularExpressions;

namespace RedisPerf.Web.Configuration;

/// <summary>The path of a reverse proxy below which users reach RedisPerf. Links have it. A request may have it or not: a proxy passes the
/// path on as it is, or without its own part.</summary>
public static partial class BasePath
{
    internal const string Pattern = @"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*/?";

    internal const string Sentence =
        "must be a path of letters, digits, dots, dashes, underscores and tildes that starts with /, such as /redisperf.";

    /// <returns>Without a slash at its end, empty for none; null when it is invalid.</returns>
    public static PathString? Parse(string? text) => Form().IsMatch(text ?? "") ? new PathString(text?.TrimEnd('/')) : (PathString?)null;

    /// <summary>The path without the base path, if it has it.</summary>
    public static PathString Remove(PathString basePath, PathString path) =>
        basePath.HasValue && path.StartsWithSegments(basePath, out var rest) ? rest : path;

    [GeneratedRegex($"^(?:{Pattern})$")]
    private static partial Regex Form();
}
