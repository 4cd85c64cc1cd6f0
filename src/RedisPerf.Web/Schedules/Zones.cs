using System.Diagnostics.CodeAnalysis;
using System.Security;
using System.Text.RegularExpressions;

namespace RedisPerf.Web.Schedules;

/// <summary>Time zones by their IANA names, as this machine knows them.</summary>
public static partial class Zones
{
    /// <summary>What forms offer, by name.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. TimeZoneInfo.GetSystemTimeZones().Where(zone => zone.HasIanaId && zone.Id.Contains('/')).Select(zone => zone.Id).Append("UTC").Distinct().Order(StringComparer.Ordinal)];

    /// <summary>The server's own; UTC where it has no IANA name.</summary>
    public static string Own => TryFind(TimeZoneInfo.Local.Id, out var zone) ? zone.Id : "UTC";

    public static bool TryFind(string name, [NotNullWhen(true)] out TimeZoneInfo? zone)
    {
        zone = null;
        if (!Form().IsMatch(name))
        {
            return false;
        }

        try
        {
            zone = TimeZoneInfo.FindSystemTimeZoneById(name);
            return zone.HasIanaId;
        }
        catch (Exception exception) when (exception is TimeZoneNotFoundException or InvalidTimeZoneException or SecurityException or UnauthorizedAccessException or IOException)
        {
            // A name of a file that is no zone, or of a folder of zones, is as unknown as any other.
            return false;
        }
    }

    // The name is looked up as a file: nothing but names of zones may come as far.
    [GeneratedRegex("^[A-Za-z0-9_+-]{1,40}(/[A-Za-z0-9_+-]{1,40}){0,2}$")]
    private static partial Regex Form();
}
