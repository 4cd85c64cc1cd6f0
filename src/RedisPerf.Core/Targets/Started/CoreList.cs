using System.Globalization;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Lists of processor cores, as in <c>0-1,4</c>.</summary>
internal static class CoreList
{
    private const int MaxCores = 4096;

    /// <summary>The cores that this process may use, in groups that share a physical core, the lowest core first.</summary>
    public static IReadOnlyList<IReadOnlyList<int>> Groups() =>
        [.. Available().GroupBy(Siblings).Select(group => group.ToList())];

    /// <summary>The cores in ascending order; null when the text is not such a list.</summary>
    public static IReadOnlyList<int>? Parse(string text)
    {
        var cores = new SortedSet<int>();
        foreach (var part in text.Split(','))
        {
            var ends = part.Split('-');
            if (ends.Length > 2 || !TryParse(ends[0], out var first) || !TryParse(ends[^1], out var last) || last < first)
            {
                return null;
            }

            cores.UnionWith(Enumerable.Range(first, last - first + 1));
        }

        return [.. cores];
    }

    /// <summary>The shortest text for these cores.</summary>
    public static string Format(IEnumerable<int> cores)
    {
        var ranges = new List<(int First, int Last)>();
        foreach (var core in cores.Order())
        {
            if (ranges.Count > 0 && ranges[^1].Last == core - 1)
            {
                ranges[^1] = (ranges[^1].First, core);
            }
            else
            {
                ranges.Add((core, core));
            }
        }

        return string.Join(',', ranges.Select(range => range.First == range.Last ? $"{range.First}" : $"{range.First}-{range.Last}"));
    }

    private static bool TryParse(string text, out int core) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out core) && core < MaxCores;

    // A container may use fewer cores than the machine has, and a virtual machine may allow cores that it does not have yet.
    private static IReadOnlyList<int> Available()
    {
        const string status = "/proc/self/status";
        const string field = "Cpus_allowed_list:";
        const string online = "/sys/devices/system/cpu/online";
        var line = File.Exists(status) ? File.ReadLines(status).FirstOrDefault(line => line.StartsWith(field, StringComparison.Ordinal)) : null;
        var allowed = (line is null ? null : Parse(line[field.Length..].Trim())) ?? [.. Enumerable.Range(0, Environment.ProcessorCount)];
        return File.Exists(online) && Parse(File.ReadAllText(online).Trim()) is { } present ? [.. allowed.Intersect(present)] : allowed;
    }

    private static string Siblings(int core)
    {
        var file = $"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list";
        return File.Exists(file) ? File.ReadAllText(file) : $"{core}";
    }
}
