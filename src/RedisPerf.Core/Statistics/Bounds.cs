using RedisPerf.Core.Model;

namespace RedisPerf.Core.Statistics;

/// <summary>Says from CPU over wall which side a case was bound by.</summary>
public static class Bounds
{
    /// <summary>CPU seconds over wall seconds. A client or server whose one decisive thread never rests reaches 1; a little is lost at both ends of a run.</summary>
    private const double Busy = 0.8;

    /// <summary>Both at it: when the less busy side comes so near to the other.</summary>
    private const double Near = 0.9;

    /// <param name="client">The client's CPU seconds over the wall's; null when not known.</param>
    /// <param name="server">The server's CPU seconds over the wall's; null when not known.</param>
    public static Bound? Of(double? client, double? server) => (client, server) switch
    {
        (null, _) or (_, null) => null,
        ( < Busy, < Busy) => Bound.Neither,
        ( >= Busy, >= Busy) when Math.Min(client.Value, server.Value) >= Near * Math.Max(client.Value, server.Value) => Bound.Both,
        _ => client > server ? Bound.Client : Bound.Server,
    };
}
