using System.Text;
using Docker.DotNet;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The output of a container, for a reason.</summary>
internal static class DockerLog
{
    // A container may write lines of any length.
    private const int MaximumBytes = 8 << 10;

    /// <summary>Reads at most 8 KB.</summary>
    /// <returns>The lines, each of at most 300 characters, separated by <c> | </c>; null without output.</returns>
    public static async Task<string?> ReadAsync(MultiplexedStream log, CancellationToken ct)
    {
        var bytes = new byte[MaximumBytes];
        var count = 0;
        while (count < bytes.Length && await log.ReadOutputAsync(bytes, count, bytes.Length - count, ct).ConfigureAwait(false) is { EOF: false } part)
        {
            count += part.Count;
        }

        var lines = Encoding.UTF8.GetString(bytes, 0, count).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.Length == 0 ? null : string.Join(" | ", lines.Select(RedisFailure.Line));
    }
}
