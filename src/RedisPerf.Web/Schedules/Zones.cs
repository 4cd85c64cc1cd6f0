using System.Diagnostics.CodeAnalysis;
using System.Security;
using System.Text.RegularExpressions;

namespace RedisPerf.Web.Schedules;

/// <summary>The time zones of this machine by IANA name.</summary>
public static partial class Zones
{
    /// <summary>The choices of the form, by name.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. TimeZoneInfo.GetSystemTimeZones().Where(zone => zone.HasIanaId && zone.Id.Contains('/')).Select(zone => zone.Id).Append("UTC").Distinct()
            .Order(StringComparer.Ordinal)];

    /// <summary>The time zone of the server; UTC when it has no IANA name.</summary>
    public static string Local => TryFind(TimeZoneInfo.Local.Id, out var zone) ? zone.Id : "UTC";

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
        catch (Exception exception) when (exception is TimeZoneNotFoundException or InvalidTimeZoneException or SecurityException
            or UnauthorizedAccessException or IOException)
        {
            // The name of another file or of a folder of zones is unknown too.
            return false;
        }
    }

    // The name is looked up as a file, so only valid zone names may reach the look-up.
    [GeneratedRegex("^[A-Za-z0-9_+-]{1,40}(/[A-Za-z0-9_+-]{1,40}){0,2}$")]
    private static partial Regex Form();
}
