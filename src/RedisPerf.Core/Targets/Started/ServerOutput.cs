using System.Text.RegularExpressions;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The last lines that a server wrote. Several threads add lines.</summary>
internal sealed partial class ServerOutput
{
    private const int KeptLines = 12;

    private readonly Queue<string> _lines = new();
    private volatile bool _reportsReady;

    /// <summary>Whether a line reported that the server is ready.</summary>
    public bool ReportsReady => _reportsReady;

    /// <summary>Whether one of the last lines reports that the port is in use.</summary>
    public bool ReportsPortInUse
    {
        get
        {
            lock (_lines)
            {
                return _lines.Any(l => l.Contains("in use", StringComparison.OrdinalIgnoreCase));
            }
        }
    }

    /// <summary>At most 12 lines, separated by <c> | </c>; null without output.</summary>
    public string? LastLines
    {
        get
        {
            lock (_lines)
            {
                return _lines.Count == 0 ? null : string.Join(" | ", _lines);
            }
        }
    }

    public void Add(string? line)
    {
        var text = line is null ? "" : ColorCodes().Replace(line, "").Trim();
        if (text.Length == 0)
        {
            return;
        }

        // Redis, Valkey, KeyDB and Garnet write the first line, Dragonfly the second.
        if (text.Contains("Ready to accept connections", StringComparison.OrdinalIgnoreCase)
            || text.Contains("AcceptServer - listening on", StringComparison.OrdinalIgnoreCase))
        {
            _reportsReady = true;
        }

        lock (_lines)
        {
            _lines.Enqueue(text);
            if (_lines.Count > KeptLines)
            {
                _lines.Dequeue();
            }
        }
    }

    [GeneratedRegex(@"\x1B\[[0-9;]*[A-Za-z]")]
    private static partial Regex ColorCodes();
}
