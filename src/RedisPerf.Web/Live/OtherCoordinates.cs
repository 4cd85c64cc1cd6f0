using RedisPerf.Core.Model;

namespace RedisPerf.Web.Live;

/// <summary>The coordinates of a case that its target, its client and its point do not say, for addresses and metrics.</summary>
public static class OtherCoordinates
{
    /// <summary>The options and the server settings.</summary>
    public static Coordinates Of(Coordinates at) => at.Without(Axis.Target).Without(Axis.Client);

    /// <summary>Their canonical text; null when there is none, or only the point.</summary>
    public static string? TextOf(Coordinates at) =>
        Of(at) is { Count: > 0 } others && (others.Count > 1 || CaseKey.PointOf(at) is null) ? others.ToString() : null;
}
