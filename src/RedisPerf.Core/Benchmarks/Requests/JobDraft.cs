using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>
/// A request as somebody wrote it, before anything in it is believed. The form, the API, the command line and a schedule
/// each fill one in; <see cref="Validate"/> is the only way to a <see cref="JobRequest"/>.
/// </summary>
public sealed record JobDraft
{
    /// <summary>Characters.</summary>
    public const int MaximumNoteLength = 500;

    private static readonly OptionInfo RunsField = new("runs", "timed rounds", "integer", 5L, 1, 100, null, null, false);
    private static readonly OptionInfo WarmupsField = new("warmups", "rounds before them", "integer", 1L, 0, 10, null, null, false);
    private static readonly OptionInfo SeedField = new("seed", "orders the cases", "integer", 1L, 0, int.MaxValue, null, null, true);

    public string? Benchmark { get; init; }

    /// <summary>Null takes the benchmark's default ones.</summary>
    public IReadOnlyList<string>? Strategies { get; init; }

    public IReadOnlyDictionary<string, JsonElement> Options { get; init; } = new Dictionary<string, JsonElement>();

    /// <summary>Null takes the usual target.</summary>
    public IReadOnlyList<string>? Targets { get; init; }

    /// <summary>Null takes the benchmark's own, or the first of the strategies when that one is not among them.</summary>
    public string? Baseline { get; init; }

    public JsonElement? Runs { get; init; }

    public JsonElement? Warmups { get; init; }

    public JsonElement? Seed { get; init; }

    /// <summary>Free text that is kept with the job.</summary>
    public string? Note { get; init; }

    /// <summary>Numbers are spelled as text: a form's fields, a command line's flags.</summary>
    public bool FromText { get; init; }

    /// <summary>What was validated once, to be validated again: targets and options may have changed since.</summary>
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

    /// <summary>Checks every field and says of each wrong one, in a sentence, what would be right.</summary>
    /// <param name="catalogue">The benchmarks there are.</param>
    /// <param name="targets">The targets' names, the usual one first.</param>
    /// <param name="errors">Empty exactly when a request is returned.</param>
    public JobRequest? Validate(Catalogue catalogue, IReadOnlyList<string> targets, out IReadOnlyList<FieldError> errors)
    {
        var wrong = new List<FieldError>();
        errors = wrong;
        if (catalogue.Find(Benchmark) is not { Info: var info })
        {
            var names = string.Join(", ", catalogue.Benchmarks.Select(benchmark => benchmark.Info.Name));
            wrong.Add(new("benchmark", string.IsNullOrEmpty(Benchmark) ? $"Name a benchmark: {names}." : $"There is no benchmark \"{Shortened(Benchmark)}\"; there are {names}."));
            return null;
        }

        if (Note?.Length > MaximumNoteLength)
        {
            wrong.Add(new("note", string.Create(CultureInfo.InvariantCulture, $"note must be at most {MaximumNoteLength} characters; this one has {Note.Length}.")));
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
            return [.. info.Strategies.Where(strategy => strategy.IsDefault && !strategy.IsYardstick).Select(strategy => strategy.Name)];
        }

        if (Strategies.Count == 0)
        {
            wrong.Add(new("strategies", "Choose at least one strategy."));
        }

        foreach (var name in Strategies.Where(name => info.FindStrategy(name) is null).Distinct())
        {
            wrong.Add(new("strategies", $"The benchmark {info.Name} has no strategy \"{Shortened(name)}\"; it has {string.Join(", ", info.Strategies.Select(strategy => strategy.Name))}."));
        }

        // In the catalogue's order, so that the same choice makes the same request.
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
            wrong.Add(new("baseline", $"baseline must be one of the job's own strategies ({string.Join(", ", strategies)}), and \"{Shortened(Baseline)}\" is not."));
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
            wrong.Add(new("targets", $"Choose at least one target: {string.Join(", ", targets)}."));
        }

        foreach (var name in Targets.Where(name => !targets.Contains(name)).Distinct())
        {
            wrong.Add(new("targets", $"There is no target \"{Shortened(name)}\"; there are {string.Join(", ", targets)}."));
        }

        return [.. Targets.Distinct()];
    }

    private long Read(OptionInfo field, JsonElement? given, List<FieldError> wrong)
    {
        if (given is not { } value)
        {
            return (long)field.Default;
        }

        if (OptionValue.Read(field, value, FromText, out var message) is long number)
        {
            return number;
        }

        wrong.Add(new(field.Name, message));
        return (long)field.Default;
    }

    // What somebody sent is shown back, but not by the megabyte.
    // What may be a connection string is not shown at all: it may hold a password.
    private static string Shortened(string text) =>
        text.AsSpan().IndexOfAny(',', '=') >= 0 ? "…"
        : text.Length <= 80 ? text : string.Create(CultureInfo.InvariantCulture, $"{text.AsSpan(0, 80)}… ({text.Length:N0} characters)");
}
