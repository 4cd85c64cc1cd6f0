using System.Globalization;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A search as a query of the table <c>job_words</c>: a job must have a word that starts with each given word.</summary>
/// <param name="Number">The job of <c>#42</c>; null for none.</param>
/// <param name="Words">In lower case; empty for none.</param>
internal sealed record JobSearch(long? Number, IReadOnlyList<string> Words)
{
    /// <summary>A word of PostgreSQL has at most 2,046 bytes, and a character without its accents up to nine.</summary>
    private const int MaxWordLength = 200;

    public static JobSearch Of(string text)
    {
        var terms = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        var number = terms.Select(NumberOf).FirstOrDefault(known => known is not null);

        return new(number, [.. terms.Where(term => NumberOf(term) is null).SelectMany(WordsOf)]);
    }

    /// <summary>The runs of letters and digits of a text, in lower case: a name with a hyphen is several words. The end of a very
    /// long one is ignored.</summary>
    public static IEnumerable<string> WordsOf(string text) =>
        string.Concat(text.Select(character => char.IsLetterOrDigit(character) ? character : ' ')).ToLowerInvariant()
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(word => word.Length > MaxWordLength ? word[..MaxWordLength] : word);

    private static long? NumberOf(string term) =>
        term.StartsWith('#') && long.TryParse(term.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
