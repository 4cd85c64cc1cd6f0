using System.Globalization;

namespace RedisPerf.Core.Statistics;

/// <summary>The folded stacks of a profile as numbers.</summary>
public sealed class StackProfile
{
    /// <summary>The times of folded stacks are whole microseconds.</summary>
    internal const double PerSecond = 1e6;

    private StackProfile(IReadOnlyList<(IReadOnlyList<string> Frames, double Seconds)> stacks) => Stacks = stacks;

    /// <summary>The stacks, with their frames from the outermost one on.</summary>
    public IReadOnlyList<(IReadOnlyList<string> Frames, double Seconds)> Stacks { get; }

    /// <summary>The sum of all stacks in seconds of threads.</summary>
    public double Seconds => Stacks.Sum(stack => stack.Seconds);

    /// <param name="folded">A line for each stack; others are ignored.</param>
    public static StackProfile Of(string folded)
    {
        var stacks = new List<(IReadOnlyList<string>, double)>();
        foreach (var line in folded.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var end = line.LastIndexOf(' ');
            if (end > 0 && long.TryParse(line.AsSpan(end + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var time))
            {
                stacks.Add((line[..end].Split(';'), time / PerSecond));
            }
        }

        return new(stacks);
    }

    /// <summary>The time of each method, with the longest own time first.</summary>
    public IReadOnlyList<MethodTime> Methods()
    {
        var (own, total) = (new Dictionary<string, double>(), new Dictionary<string, double>());
        foreach (var (frames, seconds) in Stacks)
        {
            own[frames[^1]] = own.GetValueOrDefault(frames[^1]) + seconds;
            // A recursive method has the time of a stack once.
            foreach (var frame in frames.Distinct())
            {
                total[frame] = total.GetValueOrDefault(frame) + seconds;
            }
        }

        return [.. total.Select(method => new MethodTime(method.Key, own.GetValueOrDefault(method.Key), method.Value))
            .OrderByDescending(method => method.Own).ThenByDescending(method => method.Total).ThenBy(method => method.Name, StringComparer.Ordinal)];
    }

    /// <summary>What another profile has more or less than this one: the method whose own time differs most first.</summary>
    public IReadOnlyList<MethodDifference> DifferenceTo(StackProfile other)
    {
        var (mine, others) = (Methods().ToDictionary(method => method.Name), other.Methods().ToDictionary(method => method.Name));
        return [.. mine.Keys.Union(others.Keys)
            .Select(name => new MethodDifference(
                name, mine.GetValueOrDefault(name) ?? new(name, 0, 0), others.GetValueOrDefault(name) ?? new(name, 0, 0)))
            .OrderByDescending(each => Math.Abs(each.Own)).ThenByDescending(each => Math.Abs(each.Total))
            .ThenBy(each => each.Name, StringComparer.Ordinal)];
    }
}

/// <summary>The time of a method in a profile, in seconds of threads.</summary>
/// <param name="Name">The method.</param>
/// <param name="Own">The time in the method itself.</param>
/// <param name="Total">The time in the method and in what it calls.</param>
public sealed record MethodTime(string Name, double Own, double Total);

/// <summary>The time of a method in two profiles.</summary>
public sealed record MethodDifference(string Name, MethodTime First, MethodTime Second)
{
    /// <summary>Seconds that the second profile has more in the method itself; negative when it has less.</summary>
    public double Own => Second.Own - First.Own;

    /// <summary>Seconds that it has more in the method and in what it calls.</summary>
    public double Total => Second.Total - First.Total;
}
