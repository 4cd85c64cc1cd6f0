using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>A job request before validation. The form, the API, the CLI and a schedule each create one; <see cref="Validate"/> is the only
/// way to a <see cref="JobRequest"/>.</summary>
public sealed record JobDraft
{
    public string? Benchmark { get; init; }

    /// <summary>Default: the benchmark's default strategies.</summary>
    public IReadOnlyList<string>? Strategies { get; init; }

    public IReadOnlyDictionary<string, JsonElement> Options { get; init; } = new Dictionary<string, JsonElement>();

    /// <summary>Default: the default target.</summary>
    public IReadOnlyList<string>? Targets { get; init; }

    /// <summary>Default: the client of RedisPerf, without a name.</summary>
    public IReadOnlyList<string>? Clients { get; init; }

    /// <summary>Settings of the servers that RedisPerf starts, by name, each with one value or an array of values.</summary>
    public IReadOnlyDictionary<string, JsonElement> Server { get; init; } = new Dictionary<string, JsonElement>();

    /// <summary>Values of the <see cref="RequestFields"/>, by name. A missing or null one has its default.</summary>
    public IReadOnlyDictionary<string, JsonElement> Fields { get; init; } = new Dictionary<string, JsonElement>();

    /// <summary>Free text that is stored with the job; null when empty.</summary>
    public string? Note => TextOf(RequestFields.Note);

    /// <summary>The payload of an earlier request: it may be on another node, or no longer exist. Then the job fails with the reason.</summary>
    public PayloadDescription? EarlierPayload { get; init; }

    /// <summary>The requested node; null for any.</summary>
    public string? Node => TextOf(RequestFields.Node);

    /// <summary>Whether numbers are strings, as in forms and CLI options.</summary>
    public bool FromText { get; init; }

    /// <summary>Creates a draft from a validated request, for another validation: targets, clients and options may have changed.</summary>
    public static JobDraft Of(JobRequest request, string? note) =>
        JobDraftReader.Read(JsonSerializer.SerializeToElement(RequestFields.BodyOf(request, note)), []) with { EarlierPayload = request.Payload };

    /// <summary>Checks all fields.</summary>
    /// <param name="catalogue">The known benchmarks.</param>
    /// <param name="targets">Names of the targets, the default one first.</param>
    /// <param name="errors">For each invalid field, the error and the valid values; empty exactly when a request is returned.</param>
    /// <param name="clients">Names of the clients; default: none.</param>
    /// <param name="findPayload">The payload of a hash; default: none.</param>
    /// <param name="findTarget">The target of a name, with the server settings that it accepts; null for one of another node, which checks
    /// them at the start of the job. Default: none.</param>
    public JobRequest? Validate(Catalogue catalogue, IReadOnlyList<string> targets, out IReadOnlyList<FieldError> errors,
        IReadOnlyList<string>? clients = null, Func<string, PayloadDescription?>? findPayload = null, Func<string, ITarget?>? findTarget = null)
    {
        var wrong = new List<FieldError>();
        errors = wrong;
        if (catalogue.Find(Benchmark) is not { Info: var info })
        {
            var names = string.Join(", ", catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name));
            wrong.Add(new("benchmark", string.IsNullOrEmpty(Benchmark)
                ? $"benchmark is required. Valid benchmarks: {names}."
                : $"Unknown benchmark \"{Truncate(Benchmark)}\". Valid benchmarks: {names}."));
            return null;
        }

        var strategies = ReadStrategies(info, wrong);
        var fields = ReadFields(info, strategies, wrong);
        var hasPayload = info.CheckPayload is not null && TextOf(RequestFields.Payload) is not null;
        var options = info.Options.Read(Options, FromText, wrong, hasPayload);
        if (info.Search?.IsRequested(options) == true)
        {
            // The number of probes of a search is not known before.
            fields[RequestFields.Until] = "decided";
        }

        if (fields[RequestFields.Until] is "decided")
        {
            fields[RequestFields.Runs] = SequentialRule.MaxRounds;
        }
        else
        {
            fields.Remove(RequestFields.BudgetSeconds);
        }

        var chosen = ReadTargets(targets, wrong);
        var given = fields.Where(field => field.Value is not "" && field.Key is not (RequestFields.Payload or RequestFields.Note));
        var request = JsonSerializer.SerializeToElement(
            new Dictionary<string, object>(given)
            {
                ["benchmark"] = info.Name,
                ["strategies"] = strategies,
                ["options"] = options,
                ["targets"] = chosen,
                ["clients"] = ReadClients(clients ?? [], wrong),
                ["server"] = new ServerDraft([.. chosen.Select(findTarget ?? (_ => null)).OfType<ITarget>()], wrong).Read(Server),
            },
            ModelJson.Options).Deserialize<JobRequest>(ModelJson.Options)!;
        request = request with
        {
            Options = options,
            Payload = ReadPayload(info, findPayload, wrong),
            Baseline = request.Baseline ?? info.DefaultBaseline(strategies, request),
        };
        request = AxisWords.Describe(request, info);
        CaseCount.Check(request, info, wrong);
        CheckLoad(request, info, wrong);
        if (wrong.Count == 0 && request.Payload is { } payload)
        {
            // Combinations of the values of options can have the same error.
            wrong.AddRange(info.CheckPayload!(request, payload).Distinct());
        }

        return wrong.Count == 0 ? request with { Title = JobTitle.Of(request, info) } : null;
    }

    private static void CheckLoad(JobRequest request, BenchmarkInfo info, List<FieldError> wrong)
    {
        if (request.LoadFrom == 1 || wrong.Count > 0)
        {
            return;
        }

        var (values, nodes) = ((OptionSet)request.Options, request.LoadFrom);
        var variants = values.Combinations.Select(at => info.Options.SharedLoadOf(values.At(at))).ToArray();
        if (variants.Contains(null))
        {
            wrong.Add(FieldError.About(RequestFields.LoadFrom, $"must be 1 for {info.Name}: several nodes cannot divide its work."));
        }
        else if (variants.Select(options => options!.FindObstacle(nodes)).FirstOrDefault(obstacle => obstacle is not null) is var (option, predicate))
        {
            wrong.Add(FieldError.About($"options.{option}", predicate));
        }
        else if (info.Options.FindNoWork(values, nodes) is { } error)
        {
            wrong.Add(error);
        }

        if (request.Clients.Count > 0)
        {
            wrong.Add(FieldError.About(RequestFields.LoadFrom, "must be 1 for a job that names clients."));
        }
    }

    private string? TextOf(string field) =>
        Fields.GetValueOrDefault(field) is { ValueKind: JsonValueKind.String } value && value.GetString()!.Trim() is { Length: > 0 } text
            ? text
            : null;

    private List<string> ReadStrategies(BenchmarkInfo info, List<FieldError> wrong)
    {
        if (Strategies is null)
        {
            return [.. info.Strategies.Where(strategy => strategy.IsDefault && !strategy.IsFloor).Select(strategy => strategy.Name)];
        }

        if (Strategies.Count == 0)
        {
            wrong.Add(new("strategies", "Select at least one strategy."));
        }

        foreach (var name in Strategies.Where(name => info.FindStrategy(name) is null).Distinct())
        {
            wrong.Add(new("strategies", $"Unknown strategy \"{Truncate(name)}\". Valid strategies of {info.Name}: "
                + $"{string.Join(", ", info.Strategies.Select(strategy => strategy.Name))}."
                + (name.Contains('/', StringComparison.Ordinal)
                    ? " A strategy with a / in its name needs the file of its plug-in: --strategies, or RedisPerf__Strategies__0."
                    : "")));
        }

        // In catalogue order, so that the same selection gives the same request.
        return [.. info.Strategies.Where(strategy => Strategies.Contains(strategy.Name)).Select(strategy => strategy.Name)];
    }

    private Dictionary<string, object> ReadFields(BenchmarkInfo info, List<string> strategies, List<FieldError> wrong)
    {
        // Without a valid strategy, the error of the strategies is enough.
        var declared = strategies.Count == 0 ? RequestFields.Of(info) : RequestFields.Of(info, strategies);
        return declared.ToDictionary(field => field.Name, field => Read(field, wrong));
    }

    private IReadOnlyList<string> ReadTargets(IReadOnlyList<string> targets, List<FieldError> wrong)
    {
        if (Targets is null)
        {
            return [.. targets.Take(1)];
        }

        if (Targets.Count == 0)
        {
            wrong.Add(new("targets", $"Select at least one target. Valid targets: {string.Join(", ", targets)}."));
        }

        foreach (var name in Targets.Where(name => !targets.Contains(name)).Distinct())
        {
            var shown = TargetCatalogue.ToShownName(name);
            wrong.Add(new("targets", $"Unknown target \"{shown}\". Valid targets: {string.Join(", ", targets)}."));
        }

        return [.. Targets.Distinct()];
    }

    private string[] ReadClients(IReadOnlyList<string> clients, List<FieldError> wrong)
    {
        foreach (var name in (Clients ?? []).Where(name => !clients.Contains(name)).Distinct())
        {
            wrong.Add(new("clients",
                $"Unknown client \"{Truncate(name)}\". Valid clients: {(clients.Count == 0 ? "none" : string.Join(", ", clients))}. "
                    + $"Add a version with: redisperf clients add {(Version.TryParse(name, out var version) ? version : "<version>")}."));
        }

        return [.. (Clients ?? []).Distinct()];
    }

    private PayloadDescription? ReadPayload(BenchmarkInfo info, Func<string, PayloadDescription?>? find, List<FieldError> wrong)
    {
        if (TextOf(RequestFields.Payload) is not { } hash)
        {
            return null;
        }

        if (info.CheckPayload is null)
        {
            wrong.Add(FieldError.About(RequestFields.Payload, $"is not supported: {info.Name} generates its values."));
            return null;
        }

        var known = find?.Invoke(hash) ?? (EarlierPayload?.Hash == hash ? EarlierPayload : null);
        if (known is null)
        {
            wrong.Add(
                FieldError.About(RequestFields.Payload, $"is unknown: \"{Truncate(hash)}\". It must be the SHA-256 of a payload on this node."));
        }

        return known;
    }

    private object Read(OptionInfo field, List<FieldError> wrong)
    {
        if (!Fields.TryGetValue(field.Name, out var value) || value.ValueKind == JsonValueKind.Null)
        {
            return field.Default;
        }

        if (OptionValue.Read(field, value, FromText, out var predicate) is { } valid)
        {
            return valid;
        }

        wrong.Add(FieldError.About(field.Name, predicate));
        return field.Default;
    }

    // A possible connection string is not repeated, because it may contain a password.
    private static string Truncate(string text) => text.AsSpan().IndexOfAny(',', '=') >= 0 ? "…" : FieldError.Shorten(text);
}
