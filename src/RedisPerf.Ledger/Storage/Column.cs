using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Storage;

/// <summary>The text of a value in a column, where Dapper applies no <see cref="ColumnTypes"/>: to an enum, and to the items of a list.</summary>
internal static class Column
{
    /// <summary>The name in JSON, such as <c>queued</c>.</summary>
    public static string Of<T>(T word)
        where T : struct, Enum => word.ToWord();

    /// <exception cref="FormatException">The text is not a name of that enum.</exception>
    public static T Read<T>(string word)
        where T : struct, Enum => TryRead<T>(word) ?? throw new FormatException($"\"{word}\" is no {typeof(T).Name}.");

    /// <summary>Null when the text is not a name of that enum.</summary>
    public static T? TryRead<T>(string word)
        where T : struct, Enum => Enum.TryParse<T>(word, ignoreCase: true, out var value) && Enum.IsDefined(value) ? value : null;

    /// <summary>Text of a user without the character NUL, which PostgreSQL does not store.</summary>
    public static string? Of(string? text) => text?.Replace("\0", "", StringComparison.Ordinal);

    /// <summary>Lower case with hyphens: for version 7 ids the text order is the order of creation.</summary>
    public static string Of(Guid id) => id.ToString("D");
}
