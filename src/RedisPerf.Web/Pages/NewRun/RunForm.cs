using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Extensions.Primitives;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The New run form as text. Invalid input is shown again unchanged, next to its error.</summary>
public sealed record RunForm
{
    private const string OptionPrefix = "options.";
    private const string StrategiesField = "strategies";
    private const string TargetsField = "targets";
    private const string ClientsField = "clients";

    public required BenchmarkInfo Benchmark { get; init; }
    public required IReadOnlyList<string> Strategies { get; init; }
    public required IReadOnlyList<string> Targets { get; init; }

    /// <summary>Empty for the client of RedisPerf.</summary>
    public IReadOnlyList<string> Clients { get; init; } = [];

    public required IReadOnlyDictionary<string, string> Options { get; init; }

    /// <summary>Values of the <see cref="RequestFields"/>.</summary>
    public required IReadOnlyDictionary<string, string> Fields { get; init; }

    /// <summary>The valid sizes of the options in bytes in a readable unit, by field: <c>32 KB</c>.</summary>
    public IReadOnlyDictionary<string, string> Sizes => (
        from option in Benchmark.Options.Options
        let size = OptionValue.SizeText(option, Options.GetValueOrDefault(option.Name, ""))
        where size is not null
        select KeyValuePair.Create(OptionPrefix + option.Name, size)).ToDictionary();

    /// <summary>The benchmark's defaults, or one of its presets.</summary>
    public static RunForm Default(BenchmarkInfo info, string? target, string? preset = null)
    {
        var chosen = info.Presets.FirstOrDefault(each => each.Name == preset);
        return new()
        {
            Benchmark = info,
            Strategies = [.. info.Strategies.Where(strategy => strategy.IsDefault && !strategy.IsFloor).Select(strategy => strategy.Name)],
            Targets = target is null ? [] : [target],
            Options = info.Options.Options.ToDictionary(option => option.Name, option => Text(chosen?.Options.GetValueOrDefault(option.Name) ?? option.Default)),
            Fields = RequestFields.Of(info).ToDictionary(field => field.Name, field => Text(field.Name == RequestFields.Runs && chosen is not null ? chosen.Runs : field.Default)),
        };
    }

    /// <summary>The benchmark at the sizes of its article, with the default strategies and the ports of the article's code.</summary>
    public static RunForm AsInTheArticle(BenchmarkInfo info, string? target) => Default(info, target, Preset.AsInTheArticle) with
    {
        Strategies = [.. info.Strategies.Where(strategy => (strategy.IsDefault || strategy.AsPublished) && !strategy.IsFloor).Select(strategy => strategy.Name)],
    };

    /// <summary>The request of an earlier job. An option that it does not have gets its default.</summary>
    public static RunForm Of(BenchmarkInfo info, JobRequest request, string? note) => Default(info, null) with
    {
        Strategies = request.Strategies,
        Targets = request.Targets,
        Clients = request.Clients,
        Options = info.Options.Options.ToDictionary(option => option.Name, option => request.Options.TryGetValue(option.Name, out var value) ? value.ToString() : Text(option.Default)),
        Fields = RequestFields.ValuesOf(request, note).ToDictionary(field => field.Key, field => field.Value.ToString()),
    };

    /// <summary>The same form with the values of a preset; null changes nothing.</summary>
    public RunForm With(string? preset)
    {
        var chosen = Benchmark.Presets.FirstOrDefault(each => each.Name == preset);
        return this with
        {
            Options = Options.ToDictionary(option => option.Key, option => chosen?.Options.GetValueOrDefault(option.Key) is { } value ? Text(value) : option.Value),
            Fields = chosen?.Runs is { } rounds ? Fields.ToDictionary(field => field.Key, field => field.Key == RequestFields.Runs ? Text(rounds) : field.Value) : Fields,
        };
    }

    /// <summary>The same form with the fields of an address, as <see cref="ToQuery"/> writes them. Fields that the form does not have are ignored.</summary>
    public RunForm With(IQueryCollection query) => this with
    {
        Strategies = query.TryGetValue(StrategiesField, out var strategies) ? [.. strategies.OfType<string>()] : Strategies,
        Targets = query.TryGetValue(TargetsField, out var targets) ? [.. targets.OfType<string>()] : Targets,
        Clients = query.TryGetValue(ClientsField, out var clients) ? [.. clients.OfType<string>()] : Clients,
        Options = Options.ToDictionary(option => option.Key, option => query.TryGetValue(OptionPrefix + option.Key, out var values) ? values.LastOrDefault() ?? "" : option.Value),
        Fields = Fields.ToDictionary(field => field.Key, field => query.TryGetValue(field.Key, out var values) ? values.LastOrDefault() ?? "" : field.Value),
    };

    /// <summary>The address of the form with these values, from the root of the application on: <c>/?benchmark=mget&amp;runs=7</c>. It has the values that differ from the defaults.</summary>
    /// <param name="target">The default target; null for none.</param>
    public string ToQuery(string? target)
    {
        var usual = Default(Benchmark, target);
        var query = new QueryBuilder { { "benchmark", Benchmark.Name } };
        AddSet(StrategiesField, Strategies, usual.Strategies);
        AddSet(TargetsField, Targets, usual.Targets);
        AddSet(ClientsField, Clients, usual.Clients);
        AddValues(OptionPrefix, Options, usual.Options);
        AddValues("", Fields, usual.Fields);
        return $"/{query}";

        void AddSet(string name, IReadOnlyList<string> values, IReadOnlyList<string> defaults)
        {
            if (!values.SequenceEqual(defaults))
            {
                query.Add(name, values);
            }
        }

        void AddValues(string prefix, IReadOnlyDictionary<string, string> values, IReadOnlyDictionary<string, string> defaults)
        {
            foreach (var (name, value) in values.Where(value => value.Value != defaults.GetValueOrDefault(value.Key)))
            {
                query.Add(prefix + name, value);
            }
        }
    }

    /// <summary>The submitted fields. A missing field gets its default, except that without strategies or targets the selection is empty.</summary>
    public static RunForm Sent(BenchmarkInfo info, IEnumerable<KeyValuePair<string, StringValues>> fields)
    {
        var sent = fields.ToDictionary(field => field.Key, field => field.Value);
        var empty = Default(info, null);
        return empty with
        {
            Strategies = [.. sent.GetValueOrDefault(StrategiesField).OfType<string>()],
            Targets = [.. sent.GetValueOrDefault(TargetsField).OfType<string>()],
            Clients = [.. sent.GetValueOrDefault(ClientsField).OfType<string>()],
            Options = sent.Where(field => field.Key.StartsWith(OptionPrefix, StringComparison.Ordinal))
                .Select(field => KeyValuePair.Create(field.Key[OptionPrefix.Length..], field.Value.LastOrDefault() ?? ""))
                .Concat(empty.Options.Where(option => !sent.ContainsKey(OptionPrefix + option.Key)))
                .ToDictionary(),
            Fields = empty.Fields.ToDictionary(field => field.Key, field => sent.TryGetValue(field.Key, out var values) ? values.LastOrDefault() ?? "" : field.Value),
        };
    }

    public JobDraft ToDraft() => new()
    {
        Benchmark = Benchmark.Name,
        Strategies = Strategies,
        Targets = Targets,
        Clients = Clients,
        Options = ToJson(Options),
        Fields = ToJson(Fields),
        FromText = true,
    };

    private static Dictionary<string, JsonElement> ToJson(IReadOnlyDictionary<string, string> values) =>
        values.ToDictionary(value => value.Key, value => JsonSerializer.SerializeToElement(value.Value));

    private static string Text(object value) => value is bool truth
        ? (truth ? "true" : "false")
        : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
}
