using RedisPerf.Core.Model;

namespace RedisPerf.Web.Live;

/// <summary>The coordinates of a case in addition to its target, its client and its point, for addresses and metrics.</summary>
public static class OtherCoordinates
{
    /// <summary>Their canonical text; null without one, or with the point only.</summary>
    public static string? TextOf(Coordinates at) =>
        at.Others is { Count: > 0 } others && (others.Count > 1 || CaseKey.PointOf(at) is null) ? others.ToString() : null;
}
