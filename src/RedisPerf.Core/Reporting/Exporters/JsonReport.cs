using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>Writes and reads the job document as indented JSON.</summary>
public static class JsonReport
{
    // A file from a user may lack any member.
    private static readonly JsonSerializerOptions Reading = new(DocumentJson.Options) { RespectNullableAnnotations = true };

    private static readonly string[] Required =
        [.. Reading.GetTypeInfo(typeof(JobDocument)).Properties.Where(property => property.IsRequired).Select(property => property.Name)];

    public static string Write(JobDocument document) => JsonSerializer.Serialize(document, DocumentJson.Indented);

    /// <exception cref="FormatException">The text is not a job document. The message is a sentence.</exception>
    public static JobDocument Read(string json)
    {
        var root = Parse(json);
        if (root.ValueKind == JsonValueKind.Object
            && Required.Except(root.EnumerateObject().Select(field => field.Name), StringComparer.OrdinalIgnoreCase).ToList()
                is { Count: > 0 } missing)
        {
            throw new FormatException($"The file is not a RedisPerf job document: it lacks the fields {string.Join(", ", missing)}.");
        }

        try
        {
            var document = root.Deserialize<JobDocument>(Reading)
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

            return document with { Request = AxisWords.Describe(document.Request, Catalogue.Default.Find(document.Benchmark)?.Info) };
        }
        catch (InvalidOperationException error)
        {
            throw new FormatException("The file is not a RedisPerf job document: an option contains a string that is not valid Unicode.", error);
        }
        catch (JsonException error)
        {
            throw new FormatException($"The file is not a RedisPerf job document: {JsonFault.OfStructure(error)}", error);
        }
    }

    private static JsonElement Parse(string json)
    {
        try
        {
            return JsonFault.Parse(json);
        }
        catch (FormatException error)
        {
            throw new FormatException($"The file is not a RedisPerf job document. {error.Message}", error);
        }
    }
}
