using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>How documents are written for clients and files: like <see cref="ModelJson"/>, but each reason becomes a text field with the
/// sentence, followed by a field with its code and arguments. A document that has only the text is read too.</summary>
public static class DocumentJson
{
    public static JsonSerializerOptions Options { get; } = Create(indented: false);

    public static JsonSerializerOptions Indented { get; } = Create(indented: true);

    /// <summary>Configures another serializer, for example that of a web framework, in the same way.</summary>
    public static void Apply(JsonSerializerOptions options)
    {
        ModelJson.Apply(options);
        options.TypeInfoResolver = (options.TypeInfoResolver ?? new DefaultJsonTypeInfoResolver())
            .WithAddedModifier(SplitReasons)
            .WithAddedModifier(ShortenRequest);
    }

    private static JsonSerializerOptions Create(bool indented)
    {
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web) { WriteIndented = indented };
        Apply(options);
        options.MakeReadOnly();
        return options;
    }

    // The document has the benchmark and the title.
    private static void ShortenRequest(JsonTypeInfo type)
    {
        foreach (var property in type.Type == typeof(JobRequest)
            ? type.Properties.Where(property => property.Name is "benchmark" or "title").ToArray()
            : [])
        {
            type.Properties.Remove(property);
        }
    }

    private static void SplitReasons(JsonTypeInfo type)
    {
        for (var index = type.Kind == JsonTypeInfoKind.Object ? type.Properties.Count - 1 : -1; index >= 0; index--)
        {
            var property = type.Properties[index];
            if (property.PropertyType == typeof(Reason))
            {
                // A text field that is named reason keeps its name.
                Split<Reason, string>(type, index, property.Name == "reason" ? "cause" : "reason", reason => reason.ToText(), Reason.FromText);
            }
            else if (property.PropertyType == typeof(IReadOnlyList<Reason>))
            {
                Split<IReadOnlyList<Reason>, string>(type, index, "reasons", reasons => reasons.ToText(), text => [Reason.FromText(text)]);
            }
            else if (property.PropertyType == typeof(IReadOnlyDictionary<string, Reason>))
            {
                Split<IReadOnlyDictionary<string, Reason>, Dictionary<string, string>>(
                    type, index, "causes", reasons => reasons.ToDictionary(each => each.Key, each => each.Value.ToText()),
                    texts => texts.ToDictionary(each => each.Key, each => Reason.FromText(each.Value)));
            }
        }
    }

    // The text is used only without a reason, in either order of the two fields.
    private static void Split<TReason, TText>(JsonTypeInfo type, int index, string name, Func<TReason, TText?> write, Func<TText, TReason> read)
        where TReason : class
        where TText : class
    {
        var property = type.Properties[index];
        var text = type.CreateJsonPropertyInfo(typeof(TText), property.Name);
        text.Order = property.Order;
        text.Get = item => property.Get!(item) is TReason reason ? write(reason) : null;
        text.Set = property.Set is null ? null : (item, value) =>
        {
            if (value is TText known && IsEmpty(property.Get!(item)))
            {
                property.Set(item, read(known));
            }
        };
        var reason = type.CreateJsonPropertyInfo(typeof(TReason), name);
        reason.Order = property.Order;
        reason.Get = property.Get;
        reason.Set = property.Set is null ? null : (item, value) =>
        {
            if (WithoutUnknown(value) is { } known && !IsEmpty(known))
            {
                property.Set(item, known);
            }
        };
        type.Properties[index] = text;
        type.Properties.Insert(index + 1, reason);
    }

    // A code of a newer version is read as null.
    private static object? WithoutUnknown(object? reasons) => reasons switch
    {
        IReadOnlyList<Reason?> list => list.OfType<Reason>().ToArray(),
        IReadOnlyDictionary<string, Reason?> dictionary => dictionary.Where(each => each.Value is not null).ToDictionary(),
        _ => reasons,
    };

    private static bool IsEmpty(object? reasons) =>
        reasons is null or IReadOnlyCollection<Reason> { Count: 0 } or IReadOnlyDictionary<string, Reason> { Count: 0 };
}
