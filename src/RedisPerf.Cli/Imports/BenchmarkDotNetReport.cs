using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli.Imports;

/// <summary>Converts BenchmarkDotNet's full JSON report to a job: each benchmark with its parameters is a case, each
/// measured iteration a run.</summary>
internal static partial class BenchmarkDotNetReport
{
    /// <summary>The benchmark name of such a job.</summary>
    public const string Benchmark = "micro";

    /// <summary>There is no server: the measured process does all the work.</summary>
    private const string Target = "in-process";

    /// <summary>The payload size of an operation, in bytes, for benchmarks with this parameter.</summary>
    private const string PayloadParameter = "Bytes";

    public static bool IsOne(JsonElement root) =>
        root.ValueKind == JsonValueKind.Object && root.TryGetProperty("HostEnvironmentInfo", out _) && root.TryGetProperty("Benchmarks", out _);

    /// <exception cref="FormatException">Required data is missing. The message is a sentence.</exception>
    public static ImportedJob Read(JsonElement root, string content)
    {
        var report = Parse(root);
        var cases = CasesOf(report.Benchmarks);
        if (cases.Count == 0)
        {
            throw new FormatException(
                "The BenchmarkDotNet report has no measurements: nothing was measured, or the file is not from JsonExporter.Full.");
        }

        var createdAt = TimeOf(report.Title);
        return new(
            ImportedJob.Create(content, Benchmark, report.Title, Target, createdAt, createdAt, EnvironmentOf(report.HostEnvironmentInfo), cases),
            report.Benchmarks.Count - cases.Count);
    }

    private static Report Parse(JsonElement root)
    {
        try
        {
            var report = root.Deserialize<Report>(Reading);
            return report is not null
                && report.Benchmarks.All(benchmark => benchmark is not null && benchmark.Measurements?.Contains(null!) is not true)
                ? report
                : throw NotSupported("a benchmark or a measurement is null.");
        }
        catch (JsonException exception)
        {
            throw NotSupported(JsonFault.OfStructure(exception), exception);
        }
    }

    private static FormatException NotSupported(string why, Exception? inner = null) =>
        new($"The report is not in the format of BenchmarkDotNet 0.15: {why}", inner);

    private static List<CaseResult> CasesOf(IReadOnlyList<Measured> benchmarks)
    {
        var names = benchmarks.GroupBy(ShortName).ToDictionary(group => group.Key, group => NamingOf([.. group]));
        var taken = new HashSet<string>();
        var cases = new List<CaseResult>();
        foreach (var benchmark in benchmarks)
        {
            if (RunsOf(benchmark) is { Length: > 0 } runs)
            {
                cases.Add(new(ImportedJob.Unique(names[ShortName(benchmark)](benchmark), taken), Coordinates.Of(Target), runs, null));
            }
        }

        return cases;
    }

    // Jobs of BenchmarkDotNet (two runtimes, for example), namespaces, or long parameters that are shortened can have one short name.
    private static Func<Measured, string> NamingOf(Measured[] benchmarks) =>
        ((Func<Measured, string>[])
        [
            ShortName,
            benchmark => benchmark.DisplayInfo ?? ShortName(benchmark),
            benchmark => benchmark.FullName ?? ShortName(benchmark),
            benchmark => $"{benchmark.Namespace}.{benchmark.DisplayInfo ?? ShortName(benchmark)}",
        ]).FirstOrDefault(name => benchmarks.DistinctBy(benchmark => ImportedJob.NameOf(name(benchmark))).Count() == benchmarks.Length, ShortName);

    /// <summary><c>Gzip.Encode 32768 Optimal</c></summary>
    private static string ShortName(Measured benchmark) =>
        string.Join(' ', [$"{benchmark.Type}.{benchmark.Method}", .. Parameters(benchmark).Select(parameter => parameter.Value)]);

    private static IEnumerable<(string Name, string Value)> Parameters(Measured benchmark) =>
        from parameter in (benchmark.Parameters ?? "").Split('&', StringSplitOptions.RemoveEmptyEntries)
        let parts = parameter.Split('=', 2)
        select (parts[0], parts[^1]);

    // All measured iterations. BenchmarkDotNet's own table subtracts the cost of the call and may exclude outliers. A report without
    // them (JsonExporter.Brief) has the times in its statistics.
    private static Run[] RunsOf(Measured benchmark)
    {
        var payload = Parameters(benchmark).Where(parameter => parameter.Name == PayloadParameter)
            .Select(parameter => long.TryParse(parameter.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) ? bytes : (long?)null)
            .FirstOrDefault();
        var allocated = benchmark.Memory?.BytesAllocatedPerOperation is { } bytes && double.IsFinite(bytes) ? (long?)bytes : null;
        var times = benchmark.Measurements is { } measurements
            ? measurements.Where(measurement => measurement is { IterationMode: "Workload", IterationStage: "Actual" })
                .Select(measurement => measurement.Nanoseconds / measurement.Operations ?? double.NaN)
            : benchmark.Statistics?.OriginalValues ?? [];
        return
        [
            .. times.Select(nanoseconds => nanoseconds / 1e9)
                .Where(seconds => JobDocumentCheck.IsTime(seconds))
                .Select((seconds, index) => new Run
                {
                    Round = index,
                    Warmup = false,
                    State = RunState.Ok,
                    Verified = true,
                    Seconds = seconds,
                    PayloadBytes = payload,
                    Client = allocated is null ? null : new(null, allocated, null),
                }),
        ];
    }

    private static JobEnvironment EnvironmentOf(Host host) => new()
    {
        Machine = host.ProcessorName ?? NumberFormat.NotReported,
        Cores = host.LogicalCoreCount ?? host.PhysicalCoreCount ?? 0,
        Memory = null,
        Os = $"{host.OsVersion} ({host.Architecture})",
        Runtime = host.RuntimeVersion ?? NumberFormat.NotReported,
        Client = $"BenchmarkDotNet {host.BenchmarkDotNetVersion}",
        Version = NumberFormat.NotReported,
        Targets = [],
    };

    // The only time in the report, in the local time of the measuring machine: "Gzip-20261121-151929", or with several
    // classes "BenchmarkRun-joined-2026-11-21-15-19-29".
    private static DateTimeOffset TimeOf(string title)
    {
        var digits = string.Concat(TimeAtTheEnd().Match(title).Value.Where(char.IsAsciiDigit));
        return DateTime.TryParseExact(digits, "yyyyMMddHHmmss", CultureInfo.InvariantCulture, DateTimeStyles.AssumeLocal, out var time)
            ? time.ToUniversalTime()
            : throw new FormatException(
                $"The title of the BenchmarkDotNet report must end with a time, as in \"Gzip-20261121-151929\", not \"{title}\".");
    }

    private static readonly JsonSerializerOptions Reading = new()
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        // BenchmarkDotNet writes figures that it could not compute as "NaN".
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    [GeneratedRegex(@"\d{4}-?\d{2}-?\d{2}-\d{2}-?\d{2}-?\d{2}$")]
    private static partial Regex TimeAtTheEnd();

    private sealed record Report(string Title, Host HostEnvironmentInfo, IReadOnlyList<Measured> Benchmarks);

    private sealed record Host(string? BenchmarkDotNetVersion = null, string? OsVersion = null, string? ProcessorName = null,
        int? PhysicalCoreCount = null, int? LogicalCoreCount = null, string? RuntimeVersion = null, string? Architecture = null);

    private sealed record Measured(string Type, string Method, IReadOnlyList<Measurement>? Measurements = null, string? Parameters = null,
        string? DisplayInfo = null, string? Namespace = null, string? FullName = null, Allocation? Memory = null, Figures? Statistics = null);

    private sealed record Allocation(double? BytesAllocatedPerOperation = null);

    private sealed record Figures(IReadOnlyList<double>? OriginalValues = null);

    private sealed record Measurement(string IterationMode, string IterationStage, double? Operations, double? Nanoseconds);
}
