using System.Text.RegularExpressions;

namespace RedisPerf.Core.Tests.Style;

/// <summary>The words and patterns to avoid, from <c>vocabulary.txt</c>.</summary>
internal static class Vocabulary
{
    private static readonly Entry[] All = [.. Read()];

    /// <summary>The words to avoid in a text, each with its replacement.</summary>
    internal static IEnumerable<(string Word, string Instead)> Find(string text) => Find(text, entry => entry.IsForText);

    /// <summary>The words to avoid in an identifier, given as its words in lower case with spaces between them.</summary>
    internal static IEnumerable<(string Word, string Instead)> FindInIdentifier(string words) => Find(words, entry => entry.IsForIdentifiers);

    private static IEnumerable<(string Word, string Instead)> Find(string text, Func<Entry, bool> applies) =>
        from entry in All.Where(applies)
        from Match match in entry.Pattern.Matches(text)
        orderby match.Index
        select (match.Value, entry.Instead);

    private static IEnumerable<Entry> Read()
    {
        var scope = "";
        foreach (var line in File.ReadLines(Path.Combine(Repository.Root, "tests", "RedisPerf.Core.Tests", "Style", "vocabulary.txt")))
        {
            scope = line.StartsWith("## ", StringComparison.Ordinal) ? line : scope;
            if (line.Length > 0 && !line.StartsWith('#'))
            {
                var parts = line.Split(" => ");
                var pattern = new Regex($@"(?<!\w)(?:{parts[0]})(?!\w)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
                yield return new(
                    pattern, parts[1],
                    scope.Contains("text", StringComparison.OrdinalIgnoreCase), scope.Contains("identifiers", StringComparison.OrdinalIgnoreCase));
            }
        }
    }

    private sealed record Entry(Regex Pattern, string Instead, bool IsForText, bool IsForIdentifiers);
}
