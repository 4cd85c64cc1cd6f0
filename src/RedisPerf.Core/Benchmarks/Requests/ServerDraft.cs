using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>Checks the server settings of a request.</summary>
/// <param name="targets">The targets of the request that this machine has.</param>
/// <param name="wrong">Receives an error for each invalid setting, with the field <c>server.name</c>.</param>
internal sealed class ServerDraft(IReadOnlyList<ITarget> targets, ICollection<FieldError> wrong)
{
    /// <summary>The settings with their values in canonical form.</summary>
    /// <param name="given">By name: a value, or an array of values.</param>
    public Dictionary<string, string[]> Read(IReadOnlyDictionary<string, JsonElement> given)
    {
        var settings = new Dictionary<string, string[]>();
        foreach (var (name, value) in given)
        {
            var field = $"server.{FieldError.Shorten(name)}";
            JsonElement[] values = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()] : [value];
            if (values.Length is 0 or > ValueList.MaximumCount
                || Array.Exists(values, each => each.ValueKind is JsonValueKind.Array or JsonValueKind.Object or JsonValueKind.Null))
            {
                wrong.Add(FieldError.About(field, $"must be a value or an array of 1 to {ValueList.MaximumCount} values."));
                continue;
            }

            settings[NameOf(name)] = [.. values.Select(each => Read(name, Coordinates.TextOf(each), field)).Distinct()];
        }

        return settings;
    }

    // Servers accept any case.
    private string NameOf(string name) =>
        targets.Select(target => ServerSettings.Find(target.Settings, name)?.Name).FirstOrDefault(found => found is not null) ?? name;

    private string Read(string name, string text, string field)
    {
        var canonical = text;
        foreach (var target in targets)
        {
            if (target.Settings.Count == 0)
            {
                wrong.Add(FieldError.About(field, $"must not be given for {target.Name}: RedisPerf does not start its server."));
            }
            else if (ServerSettings.Find(target.Settings, name) is not { } setting)
            {
                wrong.Add(FieldError.About(field, $"is not a setting that a job can choose on {target.Name}. Valid settings: "
                    + $"{string.Join(", ", target.Settings.Select(each => each.Name))}."));
            }
            else if (setting.Read(text, out var predicate) is { } valid)
            {
                canonical = valid;
                continue;
            }
            else
            {
                wrong.Add(FieldError.About(field, predicate));
            }

            // One error for each value is enough.
            break;
        }

        return canonical;
    }
}
