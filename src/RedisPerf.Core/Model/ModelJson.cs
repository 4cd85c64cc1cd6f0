using System.Text.Json;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>The JSON conventions: camelCase, states as words, unknown figures as null.</summary>
public static class ModelJson
{
    public static JsonSerializerOptions Options { get; } = Create(indented: false);

    public static JsonSerializerOptions Indented { get; } = Create(indented: true);

    /// <summary>Configures another serializer, for example that of a web framework, in the same way.</summary>
    public static void Apply(JsonSerializerOptions options)
    {
        options.PropertyNamingPolicy = JsonNamingPolicy.CamelCase;
        options.DefaultIgnoreCondition = JsonIgnoreCondition.Never;
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
    }

    private static JsonSerializerOptions Create(bool indented)
    {
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web) { WriteIndented = indented };
        Apply(options);
        options.MakeReadOnly(populateMissingResolver: true);
        return options;
    }
}
