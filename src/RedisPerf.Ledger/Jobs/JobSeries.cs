using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Groups jobs whose best medians form one line: the same benchmark, options, payload, targets, clients, machine and best case.
/// The number and the order of runs do not matter.</summary>
internal static class JobSeries
{
    /// <summary>The maximum number of jobs of a spark line, including the job itself.</summary>
    public const int Length = 20;

    /// <summary>Equal for jobs of one series; null for a job without a best case.</summary>
    public static string? KeyOf(JobRequest request, JobEnvironment? environment, BestCase? best)
    {
        if (best is null)
        {
            return null;
        }

        IEnumerable<string> parts =
        [
            request.Benchmark,
            .. request.Targets.Order(StringComparer.Ordinal),
            "",
            .. request.GivenOptions.OrderBy(option => option.Key, StringComparer.Ordinal)
                .Select(option => $"{option.Key}={TextOf(option.Value)}"),
            "",
            best.Strategy,
            best.At.Target ?? "",
            CaseKey.PointOf(best.At)?.ToString(CultureInfo.InvariantCulture) ?? "",
            .. request.Clients.Order(StringComparer.Ordinal),
            .. request.Payload is { } payload ? ["payload", payload.Hash] : Array.Empty<string>(),
            .. best.At.Client is { } client ? [client] : Array.Empty<string>(),
            .. request.Server.Select(setting => $"{setting.Key}={string.Join(' ', setting.Value)}"),
            .. best.At.Count > (best.At.Client is null ? 2 : 3) ? [best.At.ToString()] : Array.Empty<string>(),
            .. MachinesOf(environment),
        ];
        // 128 bits are short enough for an index and make a collision practically impossible.
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', parts))).AsSpan(0, 16));
    }

    // Earlier versions stored several values as a string.
    private static string TextOf(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array ? JsonSerializer.Serialize(OptionInfo.Text(value)) : value.GetRawText();

    // With several nodes, the machine that executes the job is one of theirs.
    private static IEnumerable<string> MachinesOf(JobEnvironment? environment) =>
        environment is null ? []
        : environment.LoadNodes.Count == 0 ? ["machine", environment.Machine]
        : ["nodes", .. environment.LoadNodes.Select(node => $"{node.Name} on {node.Machine}").Order(StringComparer.Ordinal)];
}
