using System.Text.RegularExpressions;

namespace RedisPerf.Core.Tests.Style;

/// <summary>The words and patterns to avoid, from <c>vocabulary.txt</c>.</summary>
internal static class Vocabulary
{
    private static readonly (Regex Pattern, string Instead)[] Entries =
    [
        .. from line in File.ReadLines(Path.Combine(Repository.Root, "tests", "RedisPerf.Core.Tests", "Style", "vocabulary.txt"))
           where line.Length > 0 && !line.StartsWith('#')
           let parts = line.Split(" => ")
           select (new Regex($@"(?<!\w)(?:{parts[0]})(?!\w)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant), parts[1]),
    ];

    /// <summary>The words to avoid in a text, each with its replacement.</summary>
    internal static IEnumerable<(string Word, string Instead)> Find(string text) =>
        from entry in Entries
        from Match match in entry.Pattern.Matches(text)
        orderby match.Index
        select (match.Value, entry.Instead);
}
