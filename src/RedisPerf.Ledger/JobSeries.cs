using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Ledger;

/// <summary>
/// Which jobs' best medians can stand in one line: those of one benchmark with the same options on the same targets, whose
/// best case was the same strategy on the same target at the same point. How many runs and in which order does not matter.
/// </summary>
internal static class JobSeries
{
    /// <summary>The jobs of a spark line at most, itself included.</summary>
    public const int Length = 20;

    /// <summary>Equal exactly for jobs that belong together; null for a job that has no best case.</summary>
    public static string? KeyOf(JobRequest request, BestCase? best)
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
            .. request.Options.OrderBy(option => option.Key, StringComparer.Ordinal).Select(option => $"{option.Key}={option.Value.GetRawText()}"),
            "",
            best.Strategy,
            best.Target,
            best.Point?.ToString(CultureInfo.InvariantCulture) ?? "",
        ];
        // 128 bits of it: short enough for an index, and no two series meet.
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', parts))).AsSpan(0, 16));
    }
}
