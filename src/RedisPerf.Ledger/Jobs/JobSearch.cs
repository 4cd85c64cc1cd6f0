using System.Globalization;

namespace RedisPerf.Ledger.Jobs;

/// <summary>A search as a query of the table <c>job_words</c>: a job must have a word that starts with each given word.</summary>
/// <param name="Number">The job of <c>#42</c>; null for none.</param>
/// <param name="Words">In the syntax of FTS5; null without a word.</param>
internal sealed record JobSearch(long? Number, string? Words)
{
    public static JobSearch Of(string text)
    {
        var terms = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        var number = terms.Select(NumberOf).FirstOrDefault(known => known is not null);

        // The index has runs of letters and digits only, so a name with a hyphen is several words.
        var words = terms.Where(term => NumberOf(term) is null)
            .SelectMany(term => string.Concat(term.Select(character => char.IsLetterOrDigit(character) ? character : ' ')).Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Select(word => $"\"{word}\"*")
            .ToArray();
        return new(number, words.Length == 0 ? null : string.Join(" AND ", words));
    }

    private static long? NumberOf(string term) =>
        term.StartsWith('#') && long.TryParse(term.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
