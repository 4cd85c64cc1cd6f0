using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Storage;

/// <summary>Conversions between values and text columns.</summary>
internal static class Column
{
    /// <summary>Lower case with hyphens: for version 7 ids the text order is the order of creation.</summary>
    public static string Of(Guid id) => id.ToString("D");

    /// <summary>The name in JSON, such as <c>queued</c>.</summary>
    public static string Of<T>(T word)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(word.ToString());

    /// <summary>ISO 8601 in UTC with all digits, so that the text order is the order of time.</summary>
    public static string Of(DateTimeOffset time) => time.UtcDateTime.ToString("O", CultureInfo.InvariantCulture);

    public static DateTimeOffset Time(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind);

    public static string? Json<T>(T? value)
        where T : class => value is null ? null : JsonSerializer.Serialize(value, ModelJson.Options);

    public static T? FromJson<T>(string? text)
        where T : class => text is null ? null : JsonSerializer.Deserialize<T>(text, ModelJson.Options);
}
