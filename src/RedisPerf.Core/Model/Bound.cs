namespace RedisPerf.Core.Model;

/// <summary>Which side limited the time of a case.</summary>
public enum Bound
{
    Client,
    Server,

    /// <summary>Both were busy nearly all the time.</summary>
    Both,

    /// <summary>Both waited much of the time: for the network, for round trips, or for each other.</summary>
    Neither,
}
