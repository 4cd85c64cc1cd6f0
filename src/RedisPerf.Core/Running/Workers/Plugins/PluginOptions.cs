using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>The options of a strategy of a plug-in: its public properties with <see cref="OptionAttribute"/>.</summary>
internal sealed partial class PluginOptions
{
    private const int MaxTextLength = 500;

    private readonly Type _type;
    private readonly IReadOnlyList<(PropertyInfo Property, PluginOption Option)> _options;

    private PluginOptions(Type type, IReadOnlyList<(PropertyInfo, PluginOption)> options) => (_type, _options) = (type, options);

    public IReadOnlyList<PluginOption> All => [.. _options.Select(each => each.Option)];

    /// <summary>Reads the options of a class.</summary>
    /// <param name="type">It has a public constructor without parameters, which runs: the initial values are the defaults.</param>
    /// <param name="known">The options of the benchmark.</param>
    /// <param name="problem">The problem, after "strategy x is invalid:"; null when nothing is.</param>
    public static PluginOptions Read(Type type, OptionsSchema known, out string? problem)
    {
        var (options, created) = (new List<(PropertyInfo, PluginOption)>(), Create(type, out problem));
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (problem is null && property.GetCustomAttribute<OptionAttribute>() is { } declared)
            {
                var option = OptionOf(property, declared, created!, out problem);
                problem ??= FindProblem(option!, known);
                options.Add((property, option!));
            }
        }

        return new(type, options);
    }

    /// <summary>Creates an object with one value for each option. A job of an earlier version can lack an option, which then has its
    /// default.</summary>
    public object Create(OptionSet values)
    {
        var strategy = Activator.CreateInstance(_type)!;
        foreach (var (property, option) in _options)
        {
            if (values.TryGetValue(option.Name, out var value))
            {
                property.SetValue(strategy, value.Deserialize(property.PropertyType, ModelJson.Options));
            }
        }

        return strategy;
    }

    private static object? Create(Type type, out string? problem)
    {
        try
        {
            problem = null;
            return Activator.CreateInstance(type)!;
        }
        catch (TargetInvocationException exception)
        {
            var cause = exception.InnerException!;
            problem = $"its constructor failed with {cause.GetType().Name}: {cause.Message}";
            return null;
        }
    }

    private static PluginOption? OptionOf(PropertyInfo property, OptionAttribute declared, object strategy, out string? problem)
    {
        var name = declared.Name ?? JsonNamingPolicy.CamelCase.ConvertName(property.Name);
        var initial = property.GetValue(strategy) ?? (property.PropertyType == typeof(string) ? "" : null);
        problem =
            !NamePattern().IsMatch(name) ? $"its option {property.Name} must have a name in camel case, of letters and digits"
            : property.GetSetMethod() is null ? $"its property {property.Name} must have a public setter"
            : initial is null || OptionValue.Describe(initial) is null
                ? $"its property {property.Name} must be an int, long, double, bool, string or enum, not {property.PropertyType.Name}"
            : null;
        if (problem is not null)
        {
            return null;
        }

        var (type, value) = OptionValue.Describe(initial!)!.Value;
        var isInt = property.PropertyType == typeof(int);
        return new(
            name,
            declared.Label,
            type,
            JsonSerializer.SerializeToElement(value),
            Bound(declared.Minimum) ?? (isInt ? int.MinValue : null),
            Bound(declared.Maximum) ?? (isInt ? int.MaxValue : type == OptionType.Text ? MaxTextLength : null),
            declared.Unit,
            type == OptionType.Choice ? EnumWord.All(property.PropertyType) : null);
    }

    private static string? FindProblem(PluginOption option, OptionsSchema known)
    {
        if (known.Find(option.Name) is { } same)
        {
            return same.Type == option.Type ? null
                : $"its option {option.Name} must have the type {same.Type.ToWord()}, as that of the benchmark";
        }

        return string.IsNullOrWhiteSpace(option.Label) ? $"its option {option.Name} must have a label, because the benchmark has no such option"
            : OptionValue.Read(option.ToInfo(), option.Default, fromText: false, out var predicate) is null
                ? $"the default of its option {option.Name} {predicate.TrimEnd('.')}"
            : null;
    }

    private static double? Bound(double value) => double.IsNaN(value) ? null : value;

    [GeneratedRegex("^[a-z][A-Za-z0-9]{0,39}$")]
    private static partial Regex NamePattern();
}
