using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The declared parameters of a benchmark, read from its options record: <see cref="DisplayAttribute"/> gives the label
/// (<see cref="AdvancedAttribute"/> marks an advanced option), <see cref="RangeAttribute"/> the bounds, <see cref="UnitAttribute"/> the
/// unit, and the record's initial values are the defaults. The web form, the API schema and the CLI options are generated from it. The
/// <see cref="LinkOptions"/> follow the benchmark's own options.</summary>
public sealed class OptionsSchema
{
    private readonly Type[] _types;

    private OptionsSchema(params object[] defaults)
    {
        _types = [.. defaults.Select(record => record.GetType())];
        Options =
        [
            .. from record in defaults
               from property in PropertiesOf(record)
               where property.GetCustomAttribute<DisplayAttribute>() is not null
               select Describe(property, record),
        ];
    }

    public IReadOnlyList<OptionInfo> Options { get; }

    public static OptionsSchema For<T>()
        where T : notnull, new() => new(new T(), new LinkOptions());

    /// <summary>The name of the option that a property declares: <c>payloadBytes</c> for <c>nameof(InsertOptions.PayloadBytes)</c>.</summary>
    public static string NameOf(string property) => CamelCase(property);

    /// <summary>The values that are parts of a job's title, in the order of the options, with their declarations.</summary>
    /// <param name="values">By name; a missing value has its default.</param>
    /// <exception cref="JsonException">A value has another type, as in a job of an earlier version.</exception>
    internal IEnumerable<(InTitleAttribute Declaration, object Value, string? Unit)> TitleParts(IReadOnlyDictionary<string, JsonElement> values) =>
        from record in Records(values)
        from property in PropertiesOf(record)
        let declaration = property.GetCustomAttribute<InTitleAttribute>()
        where declaration is not null
        let value = property.GetValue(record)
        where value is not null
        select (declaration, value, property.GetCustomAttribute<UnitAttribute>()?.Unit);

    public OptionInfo? Find(string name) => Options.FirstOrDefault(option => option.Name == name);

    /// <summary>Returns a complete set of values: the given ones after a check of type and bounds, and the defaults of the others.</summary>
    /// <param name="given">By name. With <paramref name="fromText"/>, a JSON string is also parsed as a number or boolean.</param>
    /// <param name="fromText">True for forms and CLI options, where all values are strings.</param>
    /// <param name="errors">Receives an error, with the field <c>options.name</c>, for each invalid value.</param>
    /// <param name="hasPayload">Whether the job has a payload: options with <see cref="GeneratedOnlyAttribute"/> then have their defaults.</param>
    public OptionSet Read(IReadOnlyDictionary<string, JsonElement> given, bool fromText, ICollection<FieldError> errors, bool hasPayload = false)
    {
        foreach (var name in given.Keys.Where(name => Find(name) is null).Select(FieldError.Shorten))
        {
            errors.Add(
                new($"options.{name}", $"Unknown option \"{name}\". Valid options: {string.Join(", ", Options.Select(option => option.Name))}."));
        }

        var before = errors.Count;
        var values = new OptionSet(Options.Select(option => KeyValuePair.Create(
            option.Name,
            given.TryGetValue(option.Name, out var value)
                && Read(option, value, fromText, errors) is var read && !(hasPayload && option.IsGeneratedOnly)
                ? read
                : JsonSerializer.SerializeToElement(option.Default))));

        // The record checks rules over several options after each option is valid on its own.
        if (errors.Count == before)
        {
            foreach (var record in Records(values).OfType<IValidatableObject>())
            {
                foreach (var result in record.Validate(PayloadContext.Of(record, hasPayload)))
                {
                    // The message continues after the name of the option, which the command line spells differently.
                    errors.Add(FieldError.About($"options.{CamelCase(result.MemberNames.Single())}", result.ErrorMessage!));
                }
            }
        }

        return values;
    }

    /// <summary>How the nodes of a job share its work; null when the benchmark does not support it.</summary>
    /// <param name="values">A value for each option.</param>
    internal ISharedLoad? SharedLoadOf(IReadOnlyDictionary<string, JsonElement> values) => Records(values).OfType<ISharedLoad>().FirstOrDefault();

    // By the order of their declaration. Those of a base record come before those of the same order.
    private static IEnumerable<PropertyInfo> PropertiesOf(object record) => record.GetType()
        .GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
        .OrderBy(property => property.GetCustomAttribute<DisplayAttribute>()?.GetOrder() ?? 0)
        .ThenBy(property => property.DeclaringType == record.GetType());

    private IEnumerable<object> Records(IReadOnlyDictionary<string, JsonElement> values) =>
        _types.Select((values as OptionSet ?? new(values)).As);

    private static JsonElement Read(OptionInfo option, JsonElement value, bool fromText, ICollection<FieldError> errors)
    {
        var typed = OptionValue.Read(option, value, fromText, out var predicate);
        if (typed is null)
        {
            errors.Add(FieldError.About($"options.{option.Name}", predicate));
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
            bool flag => (OptionType.Boolean, (object)flag),
            Enum word => (OptionType.Choice, word.ToWord()),
            int or long => (OptionType.Integer, Convert.ToInt64(value, CultureInfo.InvariantCulture)),
            double number => (OptionType.Number, number),
            string text => (OptionType.Text, text),
            _ => throw new InvalidOperationException(
                $"The option {property.Name} is of type {property.PropertyType.Name}; an option must be an int, long, double, bool, enum or string."),
        };
        return new(
            NameOf(property.Name),
            display.Name ?? property.Name,
            type,
            fallback,
            range is null ? null : Convert.ToDouble(range.Minimum, CultureInfo.InvariantCulture),
            range is null ? null : Convert.ToDouble(range.Maximum, CultureInfo.InvariantCulture),
            property.GetCustomAttribute<UnitAttribute>()?.Unit,
            value is Enum ? EnumWord.All(property.PropertyType) : null,
            property.IsDefined(typeof(AdvancedAttribute)),
            property.IsDefined(typeof(GeneratedOnlyAttribute)));
    }

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);
}
