using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using RedisPerf.Core.Benchmarks.Plugins;
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

    // The strategies of the options that do not affect all.
    private readonly Dictionary<string, IReadOnlyList<string>> _affected;

    private OptionsSchema(params object[] defaults)
    {
        _types = [.. defaults.Select(record => record.GetType())];
        _affected = _types.SelectMany(PropertiesOf)
            .Where(property => property.IsDefined(typeof(AffectsAttribute)))
            .ToDictionary(NameOf, property => property.GetCustomAttribute<AffectsAttribute>()!.Strategies);
        Options =
        [
            .. from record in defaults
               from property in PropertiesOf(record.GetType())
               where property.GetCustomAttribute<DisplayAttribute>() is not null
               select Describe(property, record),
        ];
    }

    private OptionsSchema(OptionsSchema known, IReadOnlyList<PluginStrategy> strategies)
    {
        var used = strategies.SelectMany(strategy => strategy.Options, (strategy, option) => (Strategy: strategy.Name, Option: option)).ToArray();
        var added = used.Select(each => each.Option).Where(option => known.Find(option.Name) is null).DistinctBy(option => option.Name).ToArray();
        _types = known._types;
        _affected = known._affected.Concat(added.Select(option => KeyValuePair.Create<string, IReadOnlyList<string>>(option.Name, [])))
            .ToDictionary(option => option.Key, option => (IReadOnlyList<string>)
                [.. option.Value, .. used.Where(each => each.Option.Name == option.Key).Select(each => each.Strategy)]);
        Options = [.. added.Select(option => option.ToInfo()), .. known.Options];
    }

    /// <summary>With more combinations, the rules over several options are not checked: the number of cases is an error anyway.</summary>
    private const int MaxVariants = 10_000;

    public IReadOnlyList<OptionInfo> Options { get; }

    /// <summary>The options of the simulated link alone.</summary>
    internal static OptionsSchema OfLink { get; } = new(new LinkOptions());

    public static OptionsSchema For<T>()
        where T : notnull, new() => new(new T(), new LinkOptions());

    /// <summary>The options with those of strategies of plug-ins. Several strategies can declare the same option in the same way.</summary>
    internal OptionsSchema With(IReadOnlyList<PluginStrategy> strategies) => new(this, strategies);

    /// <summary>The name of the option that a property declares: <c>payloadBytes</c> for <c>nameof(InsertOptions.PayloadBytes)</c>.</summary>
    public static string NameOf(string property) => CamelCase(property);

    /// <summary>The name of another option in an error, by the property that declares it.</summary>
    internal static string Mention(string property) => FieldError.Mention(NameOf(property));

    /// <summary>The values that are parts of a job's title, in the order of the options, with their declarations; several values of a part that
    /// the job varies.</summary>
    /// <param name="values">By name; a missing value has its default.</param>
    /// <exception cref="JsonException">A value has another type, as in a job of an earlier version.</exception>
    internal IEnumerable<(InTitleAttribute Declaration, IReadOnlyList<object> Values, string? Unit)> TitleParts(OptionSet values)
    {
        Coordinates[] variants =
        [
            Coordinates.None,
            .. values.Varied.SelectMany(option => option.Value.EnumerateArray().Skip(1), (option, value) =>
                Coordinates.None.With(option.Key, Coordinates.TextOf(value))),
        ];
        var records = variants.Select(at => Records(values.At(at)).ToArray()).ToArray();
        return from record in Enumerable.Range(0, _types.Length)
               from property in PropertiesOf(_types[record])
               let declaration = property.GetCustomAttribute<InTitleAttribute>()
               where declaration is not null
               let parts = records.Select(variant => property.GetValue(variant[record])).OfType<object>().ToArray()
               where parts.Length > 0
               select (declaration, (IReadOnlyList<object>)parts, property.GetCustomAttribute<UnitAttribute>()?.Unit);
    }

    /// <summary>Whether an option affects a strategy.</summary>
    /// <param name="option">The name of an option.</param>
    public bool IsAffected(StrategyInfo strategy, string option) => !strategy.IsReference && !strategy.IgnoredOptions.Contains(option)
        && (!_affected.TryGetValue(option, out var affected) || affected.Contains(strategy.Name));

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
                && Read(option, value, fromText, option.IsSearched(given), errors) is var read && !(hasPayload && option.IsGeneratedOnly)
                ? read
                : DefaultOf(option, option.IsSearched(given)))));

        // The record checks rules over several options after each option is valid on its own.
        if (errors.Count == before && CountVariants(values) <= MaxVariants)
        {
            foreach (var error in FindConflicts(values, hasPayload))
            {
                errors.Add(error);
            }
        }

        return values;
    }

    /// <summary>Number of combinations of the values that a job varies.</summary>
    internal static long CountVariants(OptionSet values) =>
        values.Varied.Aggregate(1L, (count, option) => Math.Min(MaxVariants + 1, count * option.Value.GetArrayLength()));

    // The message continues after the name of the option, which the command line spells differently.
    private IEnumerable<FieldError> FindConflicts(OptionSet values, bool hasPayload)
    {
        var variants = values.Combinations.Select(at => Records(values.At(at)).ToArray()).ToArray();
        var conflicts = from variant in variants
                        from record in variant.OfType<IValidatableObject>()
                        from result in record.Validate(PayloadContext.Of(record, hasPayload))
                        let property = record.GetType().GetProperty(result.MemberNames.Single())!
                        select FieldError.About($"options.{NameOf(property)}", result.ErrorMessage!);
        return conflicts.Concat(FindNoWork(values, nodes: 1) is { } error ? [error] : []).Distinct();
    }

    /// <summary>Why no variant of a job leaves each strategy something to measure; null when one does.</summary>
    /// <param name="nodes">Number of nodes that share the work.</param>
    internal FieldError? FindNoWork(OptionSet values, int nodes)
    {
        var all = values.Combinations.Select(at => FindNoWork(Records(values.At(at)), nodes)).ToArray();
        return Array.TrueForAll(all, error => error is not null) ? all.FirstOrDefault() : null;
    }

    private static FieldError? FindNoWork(IEnumerable<object> records, int nodes)
    {
        var found = records.OfType<IPartialWork>().Select(record => record.FindNoWork(nodes)).FirstOrDefault(reason => reason is not null);
        return found is var (option, predicate) ? FieldError.About($"options.{option}", predicate) : null;
    }

    /// <summary>How the nodes of a job share its work; null when the benchmark does not support it.</summary>
    /// <param name="values">One value for each option.</param>
    internal ISharedLoad? SharedLoadOf(OptionSet values) => Records(values).OfType<ISharedLoad>().FirstOrDefault();

    // By the order of their declaration. Those of a base record come before those of the same order.
    private static IEnumerable<PropertyInfo> PropertiesOf(Type record) => record
        .GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
        .OrderBy(property => property.GetCustomAttribute<DisplayAttribute>()?.GetOrder() ?? 0)
        .ThenBy(property => property.DeclaringType == record);

    private IEnumerable<object> Records(OptionSet values) => _types.Select(values.As);

    // A list of one value is an axis only if the option is one by default.
    private static JsonElement Read(OptionInfo option, JsonElement value, bool fromText, bool isSearched, ICollection<FieldError> errors)
    {
        var typed = ValueList.Read(option, value, fromText, out var predicate, option.IsVaried);
        // A form has the default values.
        if (isSearched && typed is { Count: > 1 } && !option.IsDefault(value))
        {
            (typed, predicate) = (null, $"must be one value with {FieldError.Mention(option.SearchedBy!)}: the first one of the search.");
        }

        if (typed is null)
        {
            errors.Add(FieldError.About($"options.{option.Name}", predicate));
        }

        return typed is null || (isSearched && typed.Count > 1) ? DefaultOf(option, isSearched)
            : typed is [var single] && (isSearched || !option.IsVaried) ? JsonSerializer.SerializeToElement(single)
            : JsonSerializer.SerializeToElement(typed);
    }

    private static JsonElement DefaultOf(OptionInfo option, bool isSearched) =>
        JsonSerializer.SerializeToElement(isSearched ? option.SearchStart : option.Default);

    private static OptionInfo Describe(PropertyInfo property, object defaults)
    {
        var display = property.GetCustomAttribute<DisplayAttribute>()!;
        var range = property.GetCustomAttribute<RangeAttribute>();
        var value = property.GetValue(defaults) ?? throw new InvalidOperationException($"The option {property.Name} has no default.");
        var varied = property.GetCustomAttribute<DefaultValuesAttribute>()?.Values.Select(number => (object)(long)number).ToArray();
        var (type, fallback) = OptionValue.Describe(value) ?? throw new InvalidOperationException(
            $"The option {property.Name} is of type {property.PropertyType.Name}; an option must be an int, long, double, bool, enum or string.");
        return new(
            NameOf(property),
            display.Name ?? property.Name,
            type,
            varied ?? fallback,
            range is null ? null : Convert.ToDouble(range.Minimum, CultureInfo.InvariantCulture),
            range is null ? null : Convert.ToDouble(range.Maximum, CultureInfo.InvariantCulture),
            property.GetCustomAttribute<UnitAttribute>()?.Unit,
            value is Enum ? EnumWord.All(property.PropertyType) : null,
            property.IsDefined(typeof(AdvancedAttribute)),
            property.IsDefined(typeof(GeneratedOnlyAttribute)))
        {
            AxisLabel = display.ShortName ?? display.Name ?? property.Name,
            CanVary = type != OptionType.Text,
            SearchedBy = property.GetCustomAttribute<SearchedByAttribute>()?.Option,
            SearchStart = fallback,
            IsZeroOff = property.IsDefined(typeof(ZeroIsOffAttribute)),
            ZeroWord = property.GetCustomAttribute<ZeroIsOffAttribute>()?.Word,
        };
    }

    private static string NameOf(PropertyInfo property) =>
        property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name ?? CamelCase(property.Name);

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);
}
