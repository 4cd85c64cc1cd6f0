using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Extensions.Primitives;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The New run form as text. Invalid input is shown again unchanged, next to its error.</summary>
/// <param name="Values">The values of all fields, by their names in the form. That of an option is <c>options.items</c>; a list has several.</param>
public sealed record RunForm(BenchmarkInfo Benchmark, IReadOnlyDictionary<string, StringValues> Values)
{
    private const string OptionPrefix = "options.";

    /// <summary>A list of settings: <c>appendfsync=no,always</c>.</summary>
    public const string ServerField = "server";

    /// <summary>The fields without a value when nothing is selected.</summary>
    private static readonly string[] Lists = ["strategies", "targets", "clients", ServerField];

    public IReadOnlyList<string> Strategies => ListOf("strategies");

    public IReadOnlyList<string> Targets => ListOf("targets");

    /// <summary>Empty for the client of RedisPerf.</summary>
    public IReadOnlyList<string> Clients => ListOf("clients");

    /// <summary>The value of a field; empty without one. An option with several check boxes has the selected ones, as a user types
    /// them.</summary>
    public string this[string field] =>
        IsOption(field) ? string.Join(", ", Values.GetValueOrDefault(field).OfType<string>()) : Values.GetValueOrDefault(field).LastOrDefault() ?? "";

    /// <summary>The values of the options, by their names.</summary>
    public IEnumerable<KeyValuePair<string, string>> Options =>
        Values.Keys.Where(IsOption).Select(name => KeyValuePair.Create(name[OptionPrefix.Length..], this[name]));

    /// <summary>The valid sizes of the options in bytes in a readable unit, by field: <c>32 KB</c>.</summary>
    public IReadOnlyDictionary<string, string> Sizes => (
        from option in Benchmark.Options.Options
        let size = SizeOf(option, this[OptionPrefix + option.Name])
        where size is not null
        select KeyValuePair.Create(OptionPrefix + option.Name, size)).ToDictionary();

    /// <summary>The options with several values, by field, in words: <c>varies: 3 values</c>.</summary>
    public IReadOnlyDictionary<string, string> Varied => (
        from option in Benchmark.Options.Options
        let words = VariedOf(option, this[OptionPrefix + option.Name])
        where words is not null
        select KeyValuePair.Create(OptionPrefix + option.Name, words)).ToDictionary();

    /// <summary>The settings of the servers that RedisPerf starts, as a user types them: <c>appendfsync=no,always</c>.</summary>
    public IReadOnlyList<string> Server => [.. ListOf(ServerField).Where(setting => !string.IsNullOrWhiteSpace(setting))];

    /// <summary>The benchmark's defaults, or one of its presets.</summary>
    public static RunForm Default(BenchmarkInfo info, string? target, string? preset = null) => new RunForm(
        info,
        new Dictionary<string, StringValues>(
        [
            new("strategies", NamesOf(info, strategy => strategy.IsDefault)),
            new("targets", target),
            new("clients", StringValues.Empty),
            new(ServerField, StringValues.Empty),
            .. Declared(info).Select(field => KeyValuePair.Create(field.Key, new StringValues(field.Value.DefaultText))),
        ])).With(preset);

    /// <summary>The benchmark at the sizes of its article, with the default strategies and the ports of the article's code.</summary>
    public static RunForm AsInTheArticle(BenchmarkInfo info, string? target) =>
        Default(info, target, Preset.AsInTheArticle).With([new("strategies", NamesOf(info, strategy => strategy.IsDefault || strategy.AsPublished))]);

    /// <summary>The request of an earlier job. An option that it does not have gets its default.</summary>
    public static RunForm Of(BenchmarkInfo info, JobRequest request, string? note)
    {
        var body = RequestFields.BodyOf(request, note);
        return Default(info, null).With(
        [
            .. body.Where(field => field.Value is JsonArray or JsonValue).Select(field => KeyValuePair.Create(field.Key, TextOf(field.Value!))),
            .. from option in info.Options.Options
               select KeyValuePair.Create(OptionPrefix + option.Name, new StringValues(option.TextIn(request.Options))),
            new(ServerField, ServerWords(request.Server)),
        ]);
    }

    private static StringValues ServerWords(IReadOnlyDictionary<string, IReadOnlyList<string>> settings) =>
        settings.Select(setting => $"{setting.Key}={string.Join(',', setting.Value)}").ToArray();

    /// <summary>The same form with the values of a preset; null changes nothing.</summary>
    public RunForm With(string? preset) => Benchmark.Presets.FirstOrDefault(each => each.Name == preset) is not { } chosen ? this : With(
    [
        new(RequestFields.Runs, chosen.Runs.ToString(CultureInfo.InvariantCulture)),
        .. chosen.Options.Select(option => KeyValuePair.Create(OptionPrefix + option.Key, new StringValues(OptionInfo.Text(option.Value)))),
        .. chosen.Strategies.Count == 0 ? [] : new[] { KeyValuePair.Create("strategies", new StringValues([.. chosen.Strategies])) },
        .. chosen.Baseline is null ? [] : new[] { KeyValuePair.Create(RequestFields.Baseline, new StringValues(chosen.Baseline)) },
        .. chosen.Server.Count == 0 ? [] : new[] { KeyValuePair.Create(ServerField, ServerWords(chosen.Server)) },
    ]);

    /// <summary>A preset with the strategies, targets and clients of this form. A preset with its own strategies has those.</summary>
    /// <param name="target">The default target; null for none.</param>
    public RunForm WithOnly(Preset preset, string? target) => Default(Benchmark, target)
        .With(Values.Where(field => field.Key is "strategies" or "targets" or "clients"))
        .With(preset.Name);

    /// <summary>The same form with the fields of an address, as <see cref="ToQuery"/> writes them. Fields that the form does
    /// not have are ignored.</summary>
    public RunForm With(IEnumerable<KeyValuePair<string, StringValues>> changes)
    {
        var changed = new Dictionary<string, StringValues>(changes, StringComparer.OrdinalIgnoreCase);
        return this with { Values = Values.ToDictionary(field => field.Key, field => changed.GetValueOrDefault(field.Key, field.Value)) };
    }

    /// <summary>The address of the form with these values, from the root of the application on: <c>/?benchmark=mget&amp;runs=7</c>. It has
    /// the values that differ from the defaults.</summary>
    /// <param name="target">The default target; null for none.</param>
    public string ToQuery(string? target)
    {
        var (usual, declared) = (Default(Benchmark, target), Declared(Benchmark));
        var query = new QueryBuilder { { "benchmark", Benchmark.Name } };
        foreach (var (field, values) in Values)
        {
            if (declared.TryGetValue(field, out var option) ? !option.IsDefault(this[field]) : values != usual.Values.GetValueOrDefault(field))
            {
                query.Add(field, option is null ? values.OfType<string>() : [this[field]]);
            }
        }

        return $"/{query}";
    }

    /// <summary>The submitted fields. A missing field gets its default, except that without strategies or targets the selection is empty.</summary>
    public static RunForm Sent(BenchmarkInfo info, IEnumerable<KeyValuePair<string, StringValues>> fields)
    {
        var sent = fields.ToDictionary();
        if (sent.TryGetValue(ServerField, out var settings))
        {
            // The form has an empty field for a new setting.
            sent[ServerField] = settings.Where(setting => !string.IsNullOrWhiteSpace(setting)).ToArray();
        }

        var empty = Lists.Where(list => !sent.ContainsKey(list)).Select(list => KeyValuePair.Create(list, StringValues.Empty));
        var form = Default(info, null).With([.. empty, .. sent]);
        return form with { Values = form.Values.UnionBy(sent.Where(field => IsOption(field.Key)), field => field.Key).ToDictionary() };
    }

    public JobDraft ToDraft() => new()
    {
        Benchmark = Benchmark.Name,
        Strategies = Strategies,
        Targets = Targets,
        Clients = Clients,
        Options = ToJson(Options),
        Server = ReadServer(),
        Fields = ToJson(RequestFields.Of(Benchmark).Select(field => KeyValuePair.Create(field.Name, this[field.Name]))),
        FromText = true,
    };

    /// <summary>The sizes of the values of an option in bytes: <c>1 KB, 8 KB</c>; null when a value is invalid, and when none has at least
    /// 1 KB.</summary>
    public static string? SizeOf(OptionInfo option, string typed)
    {
        if (option.Unit != "bytes" || ValuesOf(option, typed) is not { Count: > 1 } values)
        {
            return OptionValue.SizeText(option, typed);
        }

        return values.OfType<long>().Any(bytes => bytes >= 1 << 10) ? string.Join(", ", values.OfType<long>().Select(Quantity.SizeText)) : null;
    }

    /// <summary><c>varies: 3 values</c> for an option with several values; otherwise null.</summary>
    public static string? VariedOf(OptionInfo option, string typed) =>
        ValuesOf(option, typed) is { Count: > 1 } values ? $"varies: {NumberFormat.Count(values.Count, "value")}" : null;

    /// <summary>The check boxes of an option: the values of a choice, or yes and no, if a job can vary it; empty for other options.</summary>
    public static IReadOnlyList<string> BoxesOf(OptionInfo option) =>
        !option.CanVary ? [] : option.Type == OptionType.Boolean ? ["false", "true"] : option.Choices ?? [];

    /// <summary>The label of a check box.</summary>
    public static string WordOf(OptionInfo option, string box) =>
        option.Type != OptionType.Boolean ? box : box == "true" ? "yes" : "no";

    /// <summary>The selected check boxes; none when the value is invalid.</summary>
    public static IReadOnlyList<string> ChosenOf(OptionInfo option, string typed) =>
        [.. (ValuesOf(option, typed) ?? []).Select(value => Coordinates.TextOf(JsonSerializer.SerializeToElement(value)))];

    private static IReadOnlyList<object>? ValuesOf(OptionInfo option, string typed) =>
        option.CanVary ? ValueList.Read(option, JsonSerializer.SerializeToElement(typed), fromText: true, out _) : null;

    // A setting without a value is invalid.
    private Dictionary<string, JsonElement> ReadServer() => Server.Select(setting => setting.Split('=', 2, StringSplitOptions.TrimEntries))
        .GroupBy(parts => parts[0])
        .ToDictionary(
            setting => setting.Key,
            setting => JsonSerializer.SerializeToElement(setting.SelectMany(parts => parts.Skip(1)).SelectMany(values =>
                values.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))));

    // The options and the fields of a request with one value, by their names in the form.
    private static Dictionary<string, OptionInfo> Declared(BenchmarkInfo info) =>
        info.Options.Options.Select(option => KeyValuePair.Create(OptionPrefix + option.Name, option))
            .Concat(RequestFields.Of(info).Select(field => KeyValuePair.Create(field.Name, field)))
            .ToDictionary();

    private static bool IsOption(string field) => field.StartsWith(OptionPrefix, StringComparison.Ordinal);

    private static string[] NamesOf(BenchmarkInfo info, Func<StrategyInfo, bool> isChosen) =>
        [.. info.Strategies.Where(strategy => isChosen(strategy) && !strategy.IsFloor).Select(strategy => strategy.Name)];

    private static StringValues TextOf(JsonNode value) =>
        value is JsonArray list ? list.Select(item => item!.ToString()).ToArray() : value.ToString();

    private static Dictionary<string, JsonElement> ToJson(IEnumerable<KeyValuePair<string, string>> values) =>
        values.ToDictionary(value => value.Key, value => JsonSerializer.SerializeToElement(value.Value));

    private IReadOnlyList<string> ListOf(string field) => [.. Values.GetValueOrDefault(field).OfType<string>()];
}
