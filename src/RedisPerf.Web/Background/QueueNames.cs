using System.Text.RegularExpressions;

namespace RedisPerf.Web.Background;

/// <summary>The names of Hangfire's queues: lowercase letters, digits, <c>_</c> and <c>-</c>.</summary>
public static partial class QueueNames
{
    /// <summary>Everything but measuring.</summary>
    public const string Housekeeping = "housekeeping";

    /// <summary>The jobs that this machine measures, one at a time.</summary>
    public static string Measuring { get; } = MeasuringOn(Environment.MachineName);

    /// <summary>The queue of a machine. The prefix keeps it apart from <see cref="Housekeeping"/>.</summary>
    public static string MeasuringOn(string machine) => $"measure-{Refused().Replace(machine.ToLowerInvariant(), "-")}";

    [GeneratedRegex("[^a-z0-9_-]")]
    private static partial Regex Refused();
}
