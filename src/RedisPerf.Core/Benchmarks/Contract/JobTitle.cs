using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The title of a job, made from its request. The options declare which of them are in it: <see cref="InTitleAttribute"/>.</summary>
public static class JobTitle
{
    /// <summary>With more values, only the first and the last one are shown.</summary>
    private const int MaxValues = 2;

    /// <summary>Maximum length of the name of a payload.</summary>
    private const int MaxNameLength = 40;

    /// <summary>What the job measures and where: <c>insert · 30,000 × 32 KB · local</c>.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string Of(JobRequest request, BenchmarkInfo? info) => $"{OfWork(request, info)} · "
        + $"{string.Join(", ", request.Targets)}{(request.Clients.Count == 0 ? "" : $" · client {string.Join(", ", request.Clients)}")}"
        + string.Concat(request.Server.Select(setting => $" · {setting.Key} {string.Join(", ", setting.Value.Select(TextOfSetting))}"))
        + $"{(request.LoadFrom == 1 ? "" : $" · from {request.LoadFrom} nodes")}";

    /// <summary>What the job measures: <c>insert · 30,000 × 32 KB</c>.</summary>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static string OfWork(JobRequest request, BenchmarkInfo? info)
    {
        try
        {
            var parts =
                from part in info?.Options.TitleParts((OptionSet)request.Options) ?? []
                let text = part.Declaration.IsDocumentSize && request.Payload is { } payload ? Name(payload) : Text(part.Values, part.Unit)
                where text.Length > 0
                select $"{(part.Declaration.Multiplies ? " × " : " · ")}{text} {part.Declaration.Noun}".TrimEnd();
            return request.Benchmark + string.Concat(parts);
        }
        catch (JsonException)
        {
            // A job of an earlier version may have options of other types. Its benchmark is still known.
            return request.Benchmark;
        }
    }

    private static string TextOfSetting(string value) => value.Length == 0 ? "\"\"" : value;

    // A title has one line.
    private static string Name(PayloadDescription payload) =>
        payload.Name.Length <= MaxNameLength ? payload.Name : $"{payload.Name[..MaxNameLength]}…";

    // Words have no range.
    private static string Text(IReadOnlyList<object> values, string? unit)
    {
        var texts = values.Select(value => Text(value, unit)).Where(text => text.Length > 0).Distinct().ToArray();
        return texts.Length > MaxValues && values[0] is not Enum ? $"{texts[0]}–{texts[^1]}" : string.Join(", ", texts);
    }

    private static string Text(object value, string? unit) => value switch
    {
        IReadOnlyList<int> sizes => Text([.. sizes.Select(size => (object)size)], unit),
        int bytes when unit == "bytes" => Quantity.SizeText(bytes),
        Enum word => word.ToWord(),
        IFormattable number => number.ToString("N0", CultureInfo.InvariantCulture),
        _ => (string)value,
    };
}
