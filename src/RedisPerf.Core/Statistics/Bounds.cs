using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Decides from the ratio of CPU time to elapsed time whether the client or the server limited a case.</summary>
public static class Bounds
{
    /// <summary>CPU seconds over elapsed seconds. A client or server whose one critical thread never idles reaches almost 1: the start and
    /// the end of a run take a little time.</summary>
    private const double Busy = 0.8;

    /// <summary>Both limit the case when the difference between them is at most this.</summary>
    private const double Near = 0.9;

    /// <param name="client">The client's CPU seconds over elapsed seconds; null when unknown.</param>
    /// <param name="server">The server's CPU seconds over elapsed seconds; null when unknown.</param>
    public static Bound? Of(double? client, double? server) => (client, server) switch
    {
        (null, _) or (_, null) => null,
        ( < Busy, < Busy) => Bound.Neither,
        ( >= Busy, >= Busy) when Math.Min(client.Value, server.Value) >= Near * Math.Max(client.Value, server.Value) => Bound.Both,
        _ => client > server ? Bound.Client : Bound.Server,
    };
}
