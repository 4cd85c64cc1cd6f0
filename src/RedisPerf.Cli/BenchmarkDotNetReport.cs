using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli;

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
    public static JobDocument Read(string json)
    {
        var report = Parse(json);
        var cases = CasesOf(report.Benchmarks);
        if (cases.Count == 0)
        {
            throw new FormatException(
                "The BenchmarkDotNet report has no measurements: nothing was measured, or the file is not from JsonExporter.Full.");
        }

        var createdAt = TimeOf(report.Title);
        return new()
        {
            Id = IdOf(json, createdAt),
            Benchmark = Benchmark,
            State = JobState.Completed,
            RequestedBy = RequestedBy.Cli,
            Note = report.Title,
            Request = new()
            {
                Benchmark = Benchmark,
                Strategies = [.. cases.Select(@case => @case.Strategy)],
                Options = new Dictionary<string, JsonElement>(),
                Targets = [Target],
                Runs = cases.Max(@case => @case.Runs.Count),
                Warmups = 0,
                Seed = 0,
            },
            CreatedAt = createdAt,
            StartedAt = createdAt,
            EndedAt = createdAt,
            Environment = EnvironmentOf(report.HostEnvironmentInfo),
            Cases = cases,
        };
    }

    private static Report Parse(string json)
    {
        try
        {
            var report = JsonSerializer.Deserialize<Report>(json, Reading);
            return report is not null
                && report.Benchmarks.All(benchmark => benchmark is not null && benchmark.Measurements?.Contains(null!) is not true)
                ? report
                : throw new JsonException("a benchmark or a measurement is null.");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"The report is not in the format of BenchmarkDotNet 0.15: {exception.Message}", exception);
        }
    }

    private static List<CaseResult> CasesOf(IReadOnlyList<Measured> benchmarks)
    {
        var taken = benchmarks.GroupBy(ShortName).Where(group => group.Count() > 1).Select(group => group.Key).ToHashSet();
        var names = new HashSet<string>();
        var cases = new List<CaseResult>();
        foreach (var benchmark in benchmarks)
        {
            var name = ShortName(benchmark);
            // Two jobs of BenchmarkDotNet (two runtimes, for example) measured it; their display info distinguishes them.
            name = taken.Contains(name) ? benchmark.DisplayInfo ?? name : name;
            if (RunsOf(benchmark) is { Length: > 0 } runs)
            {
                cases.Add(names.Add(name)
                    ? new(name, Target, null, runs, null)
                    : throw new FormatException($"The BenchmarkDotNet report has \"{name}\" twice."));
            }
        }

        return cases;
    }

    /// <summary><c>Gzip.Encode 32768 Optimal</c></summary>
    private static string ShortName(Measured benchmark) =>
        string.Join(' ', [$"{benchmark.Type}.{benchmark.Method}", .. Parameters(benchmark).Select(parameter => parameter.Value)]);

    private static IEnumerable<(string Name, string Value)> Parameters(Measured benchmark) =>
        from parameter in (benchmark.Parameters ?? "").Split('&', StringSplitOptions.RemoveEmptyEntries)
        let parts = parameter.Split('=', 2)
        select (parts[0], parts[^1]);

    // All measured iterations. BenchmarkDotNet's own table subtracts the cost of the call and may exclude outliers.
    private static Run[] RunsOf(Measured benchmark)
    {
        var payload = Parameters(benchmark).Where(parameter => parameter.Name == PayloadParameter)
            .Select(parameter => long.TryParse(parameter.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) ? bytes : (long?)null)
            .FirstOrDefault();
        var allocated = benchmark.Memory?.BytesAllocatedPerOperation;
        return
        [
            .. (benchmark.Measurements ?? [])
                .Where(measurement => measurement is { IterationMode: "Workload", IterationStage: "Actual", Operations: > 0, Nanoseconds: > 0 })
                .Select((measurement, index) => new Run
                {
                    Round = index,
                    Warmup = false,
                    State = RunState.Ok,
                    Verified = true,
                    Seconds = measurement.Nanoseconds / measurement.Operations / 1e9,
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

    // A version 7 UUID, which sorts by time. Its random part is a hash of the content, so that the same file always gives the
    // same job.
    private static Guid IdOf(string json, DateTimeOffset time)
    {
        var bytes = SHA256.HashData(Encoding.UTF8.GetBytes(json)).AsSpan(0, 16);
        Span<byte> milliseconds = stackalloc byte[8];
        BinaryPrimitives.WriteInt64BigEndian(milliseconds, time.ToUnixTimeMilliseconds());
        milliseconds[2..].CopyTo(bytes);
        bytes[6] = (byte)(0x70 | (bytes[6] & 0x0F));
        bytes[8] = (byte)(0x80 | (bytes[8] & 0x3F));
        return new(bytes, bigEndian: true);
    }

    private static readonly JsonSerializerOptions Reading = new() { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

    [GeneratedRegex(@"\d{4}-?\d{2}-?\d{2}-\d{2}-?\d{2}-?\d{2}$")]
    private static partial Regex TimeAtTheEnd();

    private sealed record Report(string Title, Host HostEnvironmentInfo, IReadOnlyList<Measured> Benchmarks);

    private sealed record Host(string? BenchmarkDotNetVersion = null, string? OsVersion = null, string? ProcessorName = null,
        int? PhysicalCoreCount = null, int? LogicalCoreCount = null, string? RuntimeVersion = null, string? Architecture = null);

    private sealed record Measured(string Type, string Method, IReadOnlyList<Measurement>? Measurements = null, string? Parameters = null,
        string? DisplayInfo = null, Allocation? Memory = null);

    private sealed record Allocation(long? BytesAllocatedPerOperation = null);

    private sealed record Measurement(string IterationMode, string IterationStage, long Operations, double Nanoseconds);
}
