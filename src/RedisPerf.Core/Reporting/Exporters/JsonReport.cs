using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>The job document as indented JSON, and back.</summary>
public static class JsonReport
{
    // A file that somebody gives may lack anything.
    private static readonly JsonSerializerOptions Reading = new(DocumentJson.Options) { RespectNullableAnnotations = true };

    public static string Write(JobDocument document) => JsonSerializer.Serialize(document, DocumentJson.Indented);

    /// <exception cref="FormatException">The text is no job document; the message is a sentence.</exception>
    public static JobDocument Read(string json)
    {
        try
        {
            var document = JsonSerializer.Deserialize<JobDocument>(json, Reading)
                ?? throw new FormatException("This is not a job document of RedisPerf: it is null.");
            if (document.Cases.Any(@case => @case is not { Strategy: not null, Target: not null, Runs: not null } || @case.Runs.Contains(null!)))
            {
                throw new FormatException("This is not a job document of RedisPerf: each of its cases must have a strategy, a target and runs.");
            }

            if (document.Environment?.Targets.Contains(null!) == true || document.Request.Targets.Contains(null!) || document.Request.Strategies.Contains(null!))
            {
                throw new FormatException("This is not a job document of RedisPerf: one of its targets or strategies is null.");
            }

            // The request's own JSON leaves out what stands beside it.
            return document with { Request = document.Request with { Benchmark = document.Benchmark } };
        }
        catch (JsonException error)
        {
            throw new FormatException($"This is not a job document of RedisPerf: {error.Message}", error);
        }
    }
}
