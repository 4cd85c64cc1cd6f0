using System.Globalization;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Reads the output of <c>perf script --ns --fields tid,time,ip,sym,dso</c>: for each sample a line with its thread and its time, the
/// frames from the innermost one on, and an empty line.</summary>
internal static class PerfScript
{
    private const string Unknown = "[unknown]";

    /// <returns>The time in timestamps of the monotonic clock in nanoseconds, and the names of the frames.</returns>
    public static async IAsyncEnumerable<(long At, IReadOnlyList<string> Frames)> ReadAsync(TextReader reader)
    {
        long? at = null;
        var frames = new List<string>();
        while (await reader.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            if (line.Length == 0)
            {
                if (at is { } known && frames.Count > 0)
                {
                    yield return (known, frames);
                }

                (at, frames) = (null, []);
            }
            else if (line[0] == '\t' || line.StartsWith("        ", StringComparison.Ordinal))
            {
                frames.Add(NameOf(line.Trim()));
            }
            else
            {
                at = TimeOf(line);
            }
        }

        if (at is { } last && frames.Count > 0)
        {
            yield return (last, frames);
        }
    }

    // "8933 32110.547172123:"
    private static long? TimeOf(string line)
    {
        var word = line.TrimEnd().TrimEnd(':').Split(' ', StringSplitOptions.RemoveEmptyEntries) is [.., var last] ? last : "";
        return decimal.TryParse(word, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            ? (long)(seconds * 1_000_000_000)
            : null;
    }

    // "88fc7 processInputBuffer (/usr/bin/redis-server)". A function without a name has that of its file.
    private static string NameOf(string frame)
    {
        var (name, file) = (frame.IndexOf(' ', StringComparison.Ordinal), frame.LastIndexOf(" (", StringComparison.Ordinal));
        if (name < 0 || file < name)
        {
            return frame;
        }

        var symbol = frame[(name + 1)..Math.Max(file, name + 1)].Trim();
        var module = Path.GetFileName(frame[(file + 2)..].TrimEnd(')')).Trim('[', ']');
        return symbol is Unknown or "" ? $"[{module}]" : symbol;
    }
}
