using System.Text.Json;

namespace RedisPerf.Core.Reports;

/// <summary>The job document as indented JSON, and back.</summary>
public static class JsonReport
{
    public static string Write(JobDocument document) => JsonSerializer.Serialize(document, ReportJson.Indented);

    /// <exception cref="FormatException">The text is no job document; the message is a sentence.</exception>
    public static JobDocument Read(string json)
    {
        try
        {
            var document = JsonSerializer.Deserialize<JobDocument>(json, ReportJson.Options)
                ?? throw new FormatException("This is not a job document of RedisPerf: it is null.");
            // The request's own JSON leaves out what stands beside it.
            return document with { Request = document.Request with { Benchmark = document.Benchmark } };
        }
        catch (JsonException error)
        {
            throw new FormatException($"This is not a job document of RedisPerf: {error.Message}", error);
        }
    }
}
