using System.Globalization;
using System.Text;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Adds up equal stacks, and writes them in the format of flame graphs.</summary>
internal sealed class FoldedStacks
{
    /// <summary>The frame of all stacks that are not kept.</summary>
    public const string Others = "(other stacks)";

    private const int MaximumDepth = 120;
    private const int MaximumName = 200;

    private readonly Dictionary<string, double> _seconds = [];
    private readonly StringBuilder _line = new();

    /// <summary>Number of samples.</summary>
    public long Count { get; private set; }

    /// <param name="frames">From the innermost frame on.</param>
    /// <param name="seconds">The time of the sample.</param>
    public void Add(IReadOnlyList<string> frames, double seconds)
    {
        _line.Clear();
        for (var index = frames.Count - 1; index >= 0; index--)
        {
            // The outermost frames, which all stacks share, and the innermost ones, which differ.
            if (frames.Count > MaximumDepth && index is >= MaximumDepth / 2 && index < frames.Count - (MaximumDepth / 2))
            {
                continue;
            }

            var frame = frames[index];
            _line.Append(_line.Length > 0 ? ";" : "").Append(Clean(frame.Length > MaximumName ? frame[..MaximumName] : frame));
        }

        var text = _line.ToString();
        if (text.Length == 0)
        {
            return;
        }

        Count++;
        _seconds[text] = _seconds.GetValueOrDefault(text) + seconds;
    }

    /// <summary>The stacks with the most time in their alphabetical order, which compresses well, and the sum of the others.</summary>
    public string ToText(StackLimit limit)
    {
        var (kept, others, length) = (new List<string>(), 0.0, 0);
        foreach (var (stack, seconds) in _seconds.OrderByDescending(stack => stack.Value).ThenBy(stack => stack.Key, StringComparer.Ordinal))
        {
            var line = Line(stack, seconds);
            if (kept.Count < limit.Stacks && length + line.Length < limit.Characters)
            {
                kept.Add(line);
                length += line.Length;
            }
            else
            {
                others += seconds;
            }
        }

        kept.Sort(StringComparer.Ordinal);
        return string.Concat(others > 0 ? kept.Append(Line(Others, others)) : kept);
    }

    private static string Line(string stack, double seconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{stack} {Math.Round(seconds * StackProfile.PerSecond):0}\n");

    // The characters that separate frames and lines.
    private static string Clean(string frame) => frame.AsSpan().IndexOfAny(';', '\n', '\r') < 0
        ? frame
        : frame.Replace(';', ',').Replace('\n', ' ').Replace('\r', ' ');
}
