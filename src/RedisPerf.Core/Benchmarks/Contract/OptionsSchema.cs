using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>
/// The declared parameters of a benchmark, read from its options record: <see cref="DisplayAttribute"/> gives the label
/// (and, by the group name <c>more</c>, that a form folds it away), <see cref="RangeAttribute"/> the bounds,
/// <see cref="UnitAttribute"/> the unit, the record's own initial values the defaults. The web form, the API's schema and
/// the command line's flags all come from here. Behind its own every benchmark has the <see cref="LinkOptions"/>.
/// </summary>
public sealed class OptionsSchema
{
    private readonly Type[] _types;

    private OptionsSchema(params object[] defaults)
    {
        _types = [.. defaults.Select(record => record.GetType())];
        Options =
        [
            .. from record in defaults
               from property in record.GetType().GetProperties()
               where property.GetCustomAttribute<DisplayAttribute>() is not null
               select Describe(property, record),
        ];
    }

    public IReadOnlyList<OptionInfo> Options { get; }

    public static OptionsSchema For<T>()
        where T : notnull, new() => new(new T(), new LinkOptions());

    /// <summary>The name of the option that a property declares: <c>payloadBytes</c> for <c>nameof(InsertOptions.PayloadBytes)</c>.</summary>
    public static string NameOf(string property) => CamelCase(property);

    public OptionInfo? Find(string name) => Options.FirstOrDefault(option => option.Name == name);

    /// <summary>A complete set of values: those given, checked against their type and bounds, and the defaults of the others.</summary>
    /// <param name="given">By name. A JSON string is also read as the number or truth value that it spells when <paramref name="fromText"/> holds.</param>
    /// <param name="fromText">True for forms and flags, where everything is text.</param>
    /// <param name="errors">Gains an error, with the field <c>options.name</c>, for each value that is wrong.</param>
    public IReadOnlyDictionary<string, JsonElement> Read(IReadOnlyDictionary<string, JsonElement> given, bool fromText, ICollection<FieldError> errors)
    {
        foreach (var name in given.Keys.Where(name => Find(name) is null))
        {
            errors.Add(new($"options.{name}", $"There is no option \"{name}\"; there are {string.Join(", ", Options.Select(option => option.Name))}."));
        }

        var before = errors.Count;
        var values = Options.ToDictionary(
            option => option.Name,
            option => given.TryGetValue(option.Name, out var value) ? Read(option, value, fromText, errors) : JsonSerializer.SerializeToElement(option.Default));

        // What binds several options together is the record's own to say, once each of them is right by itself.
        if (errors.Count == before)
        {
            var complete = JsonSerializer.SerializeToElement(values);
            foreach (var record in _types.Select(type => complete.Deserialize(type, ModelJson.Options)).OfType<IValidatableObject>())
            {
                foreach (var result in record.Validate(new ValidationContext(record)))
                {
                    errors.Add(new($"options.{CamelCase(result.MemberNames.FirstOrDefault() ?? "")}".TrimEnd('.'), result.ErrorMessage ?? "The options do not fit together."));
                }
            }
        }

        return values;
    }

    private static JsonElement Read(OptionInfo option, JsonElement value, bool fromText, ICollection<FieldError> errors)
    {
        var typed = OptionValue.Read(option, value, fromText, out var message);
        if (typed is null)
        {
            errors.Add(new($"options.{option.Name}", message));
            return JsonSerializer.SerializeToElement(option.Default);
        }

        return JsonSerializer.SerializeToElement(typed);
    }

    private static OptionInfo Describe(PropertyInfo property, object defaults)
    {
        var display = property.GetCustomAttribute<DisplayAttribute>()!;
        var range = property.GetCustomAttribute<RangeAttribute>();
        var value = property.GetValue(defaults) ?? throw new InvalidOperationException($"The option {property.Name} has no default.");
        var (type, fallback) = value switch
        {
            bool truth => ("boolean", (object)truth),
            Enum word => ("choice", CamelCase(word.ToString())),
            int or long => ("integer", Convert.ToInt64(value, CultureInfo.InvariantCulture)),
            double number => ("number", number),
            string text => ("text", text),
            _ => throw new InvalidOperationException($"The option {property.Name} is of type {property.PropertyType.Name}; an option is an int, long, double, bool, enum or string."),
        };
        return new(
            NameOf(property.Name),
            display.Name ?? property.Name,
            type,
            fallback,
            range is null ? null : Convert.ToDouble(range.Minimum, CultureInfo.InvariantCulture),
            range is null ? null : Convert.ToDouble(range.Maximum, CultureInfo.InvariantCulture),
            property.GetCustomAttribute<UnitAttribute>()?.Unit,
            value is Enum ? [.. Enum.GetNames(property.PropertyType).Select(CamelCase)] : null,
            display.GroupName == "more");
    }

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);
}
