using System.Text.Json;

namespace RedisPerf.Core.Model;

/// <summary>The fields of a JSON object in a request.</summary>
public static class JsonFields
{
    /// <summary>Checks that a value is an object that has valid fields only.</summary>
    /// <param name="body">Any JSON value.</param>
    /// <param name="valid">The names of the fields.</param>
    /// <param name="example">A valid object.</param>
    /// <param name="errors">Receives an error for each other field, or for a value that is not an object.</param>
    /// <returns>False when it is not an object, so that its fields cannot be read.</returns>
    public static bool Check(JsonElement body, IReadOnlyCollection<string> valid, string example, ICollection<FieldError> errors)
    {
        if (body.ValueKind != JsonValueKind.Object)
        {
            errors.Add(new("body", $"The body must be a JSON object such as {example}."));
            return false;
        }

        foreach (var name in body.EnumerateObject().Select(property => property.Name).Where(name => !valid.Contains(name)).Select(FieldError.Shorten))
        {
            errors.Add(new(name, $"Unknown field \"{name}\". Valid fields: {string.Join(", ", valid)}."));
        }

        return true;
    }

    /// <summary>The value of a field of an object; null when the field is missing or null.</summary>
    public static JsonElement? Find(JsonElement body, string name) =>
        body.TryGetProperty(name, out var value) && value.ValueKind != JsonValueKind.Null ? value : null;

    /// <summary>The string of a field of an object; null when the field is missing, null or invalid.</summary>
    public static string? ReadString(JsonElement body, string name, ICollection<FieldError> errors)
    {
        if (Find(body, name) is not { } value)
        {
            return null;
        }

        if (value.ValueKind == JsonValueKind.String)
        {
            return value.GetString();
        }

        errors.Add(new(name, $"{name} must be a string."));
        return null;
    }
}
