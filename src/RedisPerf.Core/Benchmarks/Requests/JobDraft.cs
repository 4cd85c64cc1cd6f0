using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>
/// A job request before validation. The form, the API, the CLI and a schedule each create one; <see cref="Validate"/> is
/// the only way to a <see cref="JobRequest"/>.
/// </summary>
public sealed record JobDraft
{
    /// <summary>Maximum length in characters.</summary>
    public const int MaximumNoteLength = 500;

    private static readonly OptionInfo RunsField = new("runs", "timed rounds", OptionType.Integer, 5L, 1, 100, null, null, false);
    private static readonly OptionInfo WarmupsField = new("warmups", "warm-up rounds", OptionType.Integer, 1L, 0, 10, null, null, false);
    private static readonly OptionInfo SeedField = new("seed", "seed of the order of cases", OptionType.Integer, 1L, 0, int.MaxValue, null, null, true);

    public string? Benchmark { get; init; }

    /// <summary>Default: the benchmark's default strategies.</summary>
    public IReadOnlyList<string>? Strategies { get; init; }

    public IReadOnlyDictionary<string, JsonElement> Options { get; init; } = new Dictionary<string, JsonElement>();

    /// <summary>Default: the default target.</summary>
    public IReadOnlyList<string>? Targets { get; init; }

    /// <summary>Default: the benchmark's baseline, or the first strategy if that is not selected.</summary>
    public string? Baseline { get; init; }

    public JsonElement? Runs { get; init; }

    public JsonElement? Warmups { get; init; }

    public JsonElement? Seed { get; init; }

    /// <summary>Free text that is stored with the job.</summary>
    public string? Note { get; init; }

    /// <summary>Whether numbers are strings, as in forms and CLI options.</summary>
    public bool FromText { get; init; }

    /// <summary>Creates a draft from a validated request, for another validation: targets and options may have changed.</summary>
    public static JobDraft Of(JobRequest request, string? note) => new()
    {
        Benchmark = request.Benchmark,
        Strategies = request.Strategies,
        Options = request.Options,
        Targets = request.Targets,
        Baseline = request.Baseline,
        Runs = JsonSerializer.SerializeToElement(request.Runs),
        Warmups = JsonSerializer.SerializeToElement(request.Warmups),
        Seed = JsonSerializer.SerializeToElement(request.Seed),
        Note = note,
    };

    /// <summary>Checks all fields.</summary>
    /// <param name="catalogue">The known benchmarks.</param>
    /// <param name="targets">Names of the targets, the default one first.</param>
    /// <param name="errors">For each invalid field, the error and the valid values; empty exactly when a request is returned.</param>
    public JobRequest? Validate(Catalogue catalogue, IReadOnlyList<string> targets, out IReadOnlyList<FieldError> errors)
    {
        var wrong = new List<FieldError>();
        errors = wrong;
        if (catalogue.Find(Benchmark) is not { Info: var info })
        {
            var names = string.Join(", ", catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name));
            wrong.Add(new("benchmark", string.IsNullOrEmpty(Benchmark) ? $"benchmark is required. Valid benchmarks: {names}." : $"Unknown benchmark \"{Truncate(Benchmark)}\". Valid benchmarks: {names}."));
            return null;
        }

        if (Note?.Length > MaximumNoteLength)
        {
            wrong.Add(FieldError.About("note", string.Create(CultureInfo.InvariantCulture, $"must be at most {MaximumNoteLength} characters, not {Note.Length}.")));
        }

        var strategies = ReadStrategies(info, wrong);
        var request = new JobRequest
        {
            Benchmark = info.Name,
            Strategies = strategies,
            Baseline = ReadBaseline(info, strategies, wrong),
            Options = info.Options.Read(Options, FromText, wrong),
            Targets = ReadTargets(targets, wrong),
            Runs = (int)Read(RunsField with { Default = (long)info.Runs }, Runs, wrong),
            Warmups = (int)Read(WarmupsField with { Default = (long)info.Warmups }, Warmups, wrong),
            Seed = Read(SeedField, Seed, wrong),
        };
        return wrong.Count == 0 ? request : null;
    }

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
            wrong.Add(new("strategies", $"Unknown strategy \"{Truncate(name)}\". Valid strategies of {info.Name}: {string.Join(", ", info.Strategies.Select(strategy => strategy.Name))}."));
        }

        // In catalogue order, so that the same selection gives the same request.
        return [.. info.Strategies.Where(strategy => Strategies.Contains(strategy.Name)).Select(strategy => strategy.Name)];
    }

    private string? ReadBaseline(BenchmarkInfo info, List<string> strategies, List<FieldError> wrong)
    {
        if (string.IsNullOrEmpty(Baseline))
        {
            return strategies.Contains(info.Baseline) ? info.Baseline : strategies.FirstOrDefault();
        }

        if (!strategies.Contains(Baseline))
        {
            wrong.Add(FieldError.About("baseline", $"must be one of the job's strategies ({string.Join(", ", strategies)}), not \"{Truncate(Baseline)}\"."));
        }

        return Baseline;
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
            wrong.Add(new("targets", $"Unknown target \"{Truncate(name)}\". Valid targets: {string.Join(", ", targets)}."));
        }

        return [.. Targets.Distinct()];
    }

    private long Read(OptionInfo field, JsonElement? given, List<FieldError> wrong)
    {
        if (given is not { } value)
        {
            return (long)field.Default;
        }

        if (OptionValue.Read(field, value, FromText, out var predicate) is long number)
        {
            return number;
        }

        wrong.Add(FieldError.About(field.Name, predicate));
        return (long)field.Default;
    }

    // A possible connection string is not repeated, because it may contain a password.
    private static string Truncate(string text) => text.AsSpan().IndexOfAny(',', '=') >= 0 ? "…" : FieldError.Shorten(text);
}
