using MathNet.Numerics.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The mean execution times of a case's own commands in its runs. They show whether the calls of other clients to the same commands were longer.</summary>
internal sealed class CallTimeHistory
{
    /// <summary>A mean time up to this factor of the median is usual.</summary>
    private const double UsualFactor = 1.1;

    // Per run, by command: seconds per call, and whether all calls were those of the run.
    private readonly List<Dictionary<string, (double Seconds, bool IsOwn)>> _runs = [];

    /// <summary>Adds a run.</summary>
    /// <param name="server">The server's counters.</param>
    /// <param name="own">The calls of the run by command; null when unknown.</param>
    public void Add(ServerUse server, IReadOnlyDictionary<string, long>? own)
    {
        if (own is not null)
        {
            _runs.Add(ForeignCommand.Of(server, own).Where(command => command is { Own: > 0, Calls: > 0 }).ToDictionary(
                command => command.Name, command => (command.Seconds / command.Calls, command.Foreign <= 0), StringComparer.Ordinal));
        }
    }

    /// <summary>
    /// The longest usual mean time of a command in seconds: from the runs without calls of other clients, otherwise the shortest
    /// of all runs. Null without a run.
    /// </summary>
    public double? Longest(string command)
    {
        var times = _runs.Where(run => run.ContainsKey(command)).Select(run => run[command]).ToArray();
        var own = times.Where(time => time.IsOwn).Select(time => time.Seconds).ToArray();
        return own.Length > 0 ? Math.Max(own.Median() * UsualFactor, own.Max())
            : times.Length > 0 ? times.Min(time => time.Seconds)
            : null;
    }
}
