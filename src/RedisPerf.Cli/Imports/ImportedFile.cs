using System.Text;
using System.Text.Json;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Imports;

/// <summary>Finds the format of a file to import in its content.</summary>
internal static class ImportedFile
{
    /// <summary>The valid formats, for the help text and errors.</summary>
    public const string Formats = "a job of RedisPerf (run --save, or report.json of a job), the JSON report of BenchmarkDotNet "
        + "(JsonExporter.Full), the JSON of memtier_benchmark (--json-out-file), or the CSV of redis-benchmark (--csv)";

    // Fields that only a job has.
    private static readonly string[] JobFields = ["benchmark", "request", "requestedBy", "cases"];

    /// <param name="text">The content of the file.</param>
    /// <param name="time">When the file was written, for formats without a time.</param>
    /// <exception cref="FormatException">The file has another format, or required data is missing. The message is a sentence.</exception>
    public static ImportedJob Read(string text, DateTimeOffset time)
    {
        if (text.AsSpan().TrimStart() is not ['{' or '[', ..])
        {
            return RedisBenchmarkReport.Read(text, time) ?? throw Unknown();
        }

        var root = JsonFault.Parse(WithoutNamedNumbers(text));
        return BenchmarkDotNetReport.IsOne(root) ? BenchmarkDotNetReport.Read(root, text)
            : MemtierReport.IsOne(root) ? MemtierReport.Read(root, text, time)
            : IsJob(root) ? new(JsonReport.Read(text))
            : throw Unknown();
    }

    private static bool IsJob(JsonElement root) =>
        root.ValueKind == JsonValueKind.Object && Array.Exists(JobFields, field => root.TryGetProperty(field, out _));

    private static FormatException Unknown() => new($"The format is unknown. Valid: {Formats}.");

    // Some programs write figures that they could not compute as NaN or Infinity, which are no JSON.
    private static string WithoutNamedNumbers(string json)
    {
        var result = new StringBuilder(json.Length);
        var isText = false;
        for (var at = 0; at < json.Length; at++)
        {
            var name = isText ? null : Array.Find(["NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf"],
                word => string.CompareOrdinal(json, at, word, 0, word.Length) == 0);
            if (name is not null)
            {
                result.Append("null");
                at += name.Length - 1;
                continue;
            }

            result.Append(json[at]);
            if (isText && json[at] == '\\' && at + 1 < json.Length)
            {
                result.Append(json[++at]);
            }
            else if (json[at] == '"')
            {
                isText = !isText;
            }
        }

        return result.ToString();
    }
}
