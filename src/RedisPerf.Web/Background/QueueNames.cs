using System.Text.RegularExpressions;

namespace RedisPerf.Web.Background;

/// <summary>The names of Hangfire's queues: lowercase letters, digits, <c>_</c> and <c>-</c>.</summary>
public static partial class QueueNames
{
    /// <summary>Everything but measuring.</summary>
    public const string Housekeeping = "housekeeping";

    /// <summary>The queue of a node. The prefix keeps it apart from <see cref="Housekeeping"/>.</summary>
    public static string MeasurementQueue(string node) => $"measure-{Refused().Replace(node.ToLowerInvariant(), "-")}";

    [GeneratedRegex("[^a-z0-9_-]")]
    private static partial Regex Refused();
}
