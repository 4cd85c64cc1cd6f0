using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli.Imports;

/// <summary>Converts the JSON of <c>memtier_benchmark --json-out-file</c> to a job: each command, and their total, is a case. Each run of
/// <c>--print-all-runs</c> is a run; otherwise there is one.</summary>
internal static class MemtierReport
{
    /// <summary>The benchmark name of such a job.</summary>
    public const string Benchmark = "memtier";

    private const string OneRun = "ALL STATS";
    private const string EachRun = "RUN #";
    private const string Average = "AGGREGATED AVERAGE RESULTS";
    private const string Rate = "Ops/sec";

    // Never all of them: the configuration has the password.
    private static readonly string[] Options = ["protocol", "threads", "clients", "requests", "test_time", "ratio", "pipeline", "data_size"];

    public static bool IsOne(JsonElement root) => root.ValueKind == JsonValueKind.Object && SectionsOf(root).Length > 0;

    /// <param name="root">The report.</param>
    /// <param name="content">Its text.</param>
    /// <param name="time">When it was written, for a report without a time.</param>
    /// <exception cref="FormatException">No command has a result. The message is a sentence.</exception>
    public static ImportedJob Read(JsonElement root, string content, DateTimeOffset time)
    {
        var sections = SectionsOf(root);
        var names = sections.SelectMany(section => CommandsOf(section).Select(command => command.Name)).Distinct().ToArray();
        var target = Target(root);
        var cases = names.Select(name => new CaseResult(ImportedJob.NameOf(name), Coordinates.Of(target), RunsOf(root, sections, name), null))
            .Where(@case => @case.Runs.Count > 0).DistinctBy(@case => @case.Strategy).ToList();
        if (cases.Count == 0)
        {
            throw new FormatException("The memtier_benchmark report has no command with operations per second.");
        }

        var startedAt = Number(Member(sections[0], "Runtime"), "Start time") is { } start && IsTime(start)
            ? DateTimeOffset.FromUnixTimeMilliseconds((long)start) : time;
        var duration = DurationOf(root, sections[0]) ?? 0;
        var job = ImportedJob.Create(content, Benchmark, IsInterrupted(root) ? "memtier_benchmark was interrupted." : null, target, startedAt,
            startedAt.AddSeconds(duration), ImportedJob.UnknownEnvironment("memtier_benchmark"), cases, OptionsOf(root));
        return new(job, names.Length - cases.Count);
    }

    // The sections with results: one, or one for each run. The best and the worst run are two of these, or their data is in the average.
    private static JsonElement[] SectionsOf(JsonElement root)
    {
        JsonProperty[] sections = [.. root.EnumerateObject().Where(section => section.Value.ValueKind == JsonValueKind.Object)];
        foreach (var start in new[] { EachRun, OneRun, Average })
        {
            if (sections.Where(section => section.Name.StartsWith(start, StringComparison.Ordinal)).Select(section => section.Value).ToArray()
                is { Length: > 0 } found)
            {
                return found;
            }
        }

        return [];
    }

    private static IEnumerable<JsonProperty> CommandsOf(JsonElement section) => section.EnumerateObject()
        .Where(command => command.Value.ValueKind == JsonValueKind.Object && command.Value.TryGetProperty(Rate, out _));

    private static List<Run> RunsOf(JsonElement root, JsonElement[] sections, string command)
    {
        var runs = new List<Run>();
        foreach (var section in sections)
        {
            // The time of an operation over all connections. A run that was interrupted has a rate of 0.
            if (Member(section, command) is { } result && SecondsOf(root, section, result) is { } seconds)
            {
                runs.Add(new()
                {
                    Round = runs.Count,
                    Warmup = false,
                    State = RunState.Ok,
                    Verified = true,
                    Seconds = seconds,
                    Operations = 1,
                    Figures = LatenciesOf(result),
                });
            }
        }

        return runs;
    }

    private static double? SecondsOf(JsonElement root, JsonElement section, JsonElement result)
    {
        var count = Number(result, "Count");
        var seconds = Number(result, Rate) is > 0 and { } rate ? 1 / rate : DurationOf(root, section) / count;
        return count is 0 || !JobDocumentCheck.IsTime(seconds) ? null : seconds;
    }

    private static Dictionary<string, double> LatenciesOf(JsonElement result)
    {
        var figures = new Dictionary<string, double>();
        if ((Number(result, "Average Latency") ?? Number(result, "Latency")) is { } mean)
        {
            figures["avg"] = mean / 1e3;
        }

        if (Member(result, "Percentile Latencies") is { } percentiles)
        {
            foreach (var percentile in percentiles.EnumerateObject().Where(percentile => percentile.Value.ValueKind == JsonValueKind.Number))
            {
                figures[ImportedJob.NameOf(percentile.Name)] = percentile.Value.GetDouble() / 1e3;
            }
        }

        return figures;
    }

    private static double? DurationOf(JsonElement root, JsonElement section) =>
        Number(Member(section, "Runtime"), "Total duration") is > 0 and { } milliseconds ? milliseconds / 1e3
        : Number(Member(root, "run information"), "Actual benchmark duration (seconds)") is > 0 and { } seconds ? seconds
        : null;

    private static bool IsInterrupted(JsonElement root) =>
        Member(root, "benchmark_completion") is { } completion && completion.TryGetProperty("full_run", out var full)
        && full.ValueKind == JsonValueKind.False;

    private static string Target(JsonElement root)
    {
        var configuration = Member(root, "configuration");
        var server = Text(configuration, "server");
        return ImportedJob.NameOf(server is null ? "not-reported"
            : Number(configuration, "port") is { } port ? string.Create(CultureInfo.InvariantCulture, $"{server}:{port}") : server);
    }

    private static Dictionary<string, JsonElement> OptionsOf(JsonElement root) => Member(root, "configuration") is not { } configuration ? []
        : Options.Where(option => configuration.TryGetProperty(option, out var value)
                && value.ValueKind is JsonValueKind.Number or JsonValueKind.String)
            .ToDictionary(option => option, option => configuration.GetProperty(option));

    private static bool IsTime(double milliseconds) => milliseconds is > 946_684_800_000 and < 7_258_118_400_000;

    private static JsonElement? Member(JsonElement? element, string name) =>
        element is { ValueKind: JsonValueKind.Object } known && known.TryGetProperty(name, out var member) && member.ValueKind == JsonValueKind.Object
            ? member : null;

    private static double? Number(JsonElement? element, string name) =>
        element is { ValueKind: JsonValueKind.Object } known && known.TryGetProperty(name, out var member) && member.ValueKind == JsonValueKind.Number
            && member.TryGetDouble(out var number) && double.IsFinite(number) ? number : null;

    private static string? Text(JsonElement? element, string name) =>
        element is { ValueKind: JsonValueKind.Object } known && known.TryGetProperty(name, out var member) && member.ValueKind == JsonValueKind.String
            ? member.GetString() : null;
}
