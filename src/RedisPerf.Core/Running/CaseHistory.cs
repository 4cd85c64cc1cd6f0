using MathNet.Numerics.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The figures of a case's runs on the server. They show whether calls of other clients to the case's own commands were longer,
/// and whether other clients transferred data or connected.</summary>
internal sealed class CaseHistory
{
    /// <summary>A mean time up to this factor of the median is usual.</summary>
    private const double UsualFactor = 1.1;

    // Per run.
    private readonly List<(ServerUse Server, long? Calls, long? Operations)> _traffic = [];

    // Per run, by command: seconds per call, and whether all calls were those of the run.
    private readonly List<Dictionary<string, (double Seconds, bool IsOwn)>> _runs = [];

    /// <summary>Adds a run.</summary>
    /// <param name="server">The server's counters.</param>
    /// <param name="own">The calls of the run by command; null when unknown.</param>
    /// <param name="operations">The operations of the run.</param>
    public void Add(ServerUse server, IReadOnlyDictionary<string, long>? own, long? operations = null)
    {
        _traffic.Add((server, own?.Values.Sum(), operations));
        if (own is not null)
        {
            _runs.Add(ForeignCommand.Of(server, own).Where(command => command is { Own: > 0, Calls: > 0 }).ToDictionary(
                command => command.Name, command => (command.Seconds / command.Calls, command.Foreign <= 0), StringComparer.Ordinal));
        }
    }

    /// <summary>The bytes that the case transfers at least; null when they are not known. Runs of a fixed time differ in their calls; where the
    /// calls are unknown, only runs with the same operations are compared.</summary>
    /// <param name="slices">The number of slices.</param>
    /// <param name="calls">The number of calls; null when unknown.</param>
    /// <param name="operations">The number of operations.</param>
    public double? MinBytes(int slices, long? calls, long? operations) => _traffic.Min(
        run => calls is { } requested && run.Calls is > 0 and { } made ? run.Server.TransferredBytes * (requested / (double)made)
            : operations * run.Server.Slices == run.Operations * slices ? run.Server.TransferredBytes * (slices / (double)run.Server.Slices)
            : null);

    /// <summary>The connections that the case opens at least; null when they are not known.</summary>
    /// <param name="slices">The number of slices.</param>
    public double? MinConnections(int slices) => _traffic.Min(run => run.Server.Connections * slices / (double)run.Server.Slices);

    /// <summary>The longest usual mean time of a command in seconds: from the runs without calls of other clients, otherwise the shortest
    /// of all runs. Null without a run.</summary>
    public double? Max(string command)
    {
        var times = _runs.Where(run => run.ContainsKey(command)).Select(run => run[command]).ToArray();
        var own = times.Where(time => time.IsOwn).Select(time => time.Seconds).ToArray();
        return own.Length > 0 ? Math.Max(own.Median() * UsualFactor, own.Max())
            : times.Length > 0 ? times.Min(time => time.Seconds)
            : null;
    }
}
