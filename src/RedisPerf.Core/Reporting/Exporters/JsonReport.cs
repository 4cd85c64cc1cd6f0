using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>Writes and reads the job document as indented JSON.</summary>
public static class JsonReport
{
    // A file from a user may lack any member.
    private static readonly JsonSerializerOptions Reading = new(DocumentJson.Options) { RespectNullableAnnotations = true };

    public static string Write(JobDocument document) => JsonSerializer.Serialize(document, DocumentJson.Indented);

    /// <exception cref="FormatException">The text is not a job document. The message is a sentence.</exception>
    public static JobDocument Read(string json)
    {
        try
        {
            var document = JsonSerializer.Deserialize<JobDocument>(json, Reading)
                ?? throw new FormatException("The file is not a RedisPerf job document: it is null.");
            if (document.Cases.Any(@case => @case is not { Strategy: not null, Target: not null, Runs: not null } || @case.Runs.Contains(null!)))
            {
                throw new FormatException("The file is not a RedisPerf job document: each case must have a strategy, a target and runs.");
            }

            if (document.Environment?.Targets.Contains(null!) == true || document.Request.Targets.Contains(null!)
                || document.Request.Strategies.Contains(null!))
            {
                throw new FormatException("The file is not a RedisPerf job document: a target or strategy is null.");
            }

            foreach (var option in document.Request.Options.Values)
            {
                JsonStrings.Check(option);
            }

            return document;
        }
        catch (InvalidOperationException error)
        {
            throw new FormatException("The file is not a RedisPerf job document: an option contains a string that is not valid Unicode.", error);
        }
        catch (JsonException error)
        {
            throw new FormatException($"The file is not a RedisPerf job document: {error.Message}", error);
        }
    }
}
