using TimeZoneConverter;

namespace RedisPerf.Web.Schedules;

/// <summary>A time zone with its IANA name. Windows has its own names for the same zones, and a machine may lack older names.</summary>
public sealed record NamedZone(string Name, TimeZoneInfo Info);

/// <summary>The time zones that this machine has rules for, by IANA name.</summary>
public static class Zones
{
    private static readonly Dictionary<string, string> IanaNames =
        TZConvert.KnownIanaTimeZoneNames.ToDictionary(name => name, StringComparer.OrdinalIgnoreCase);

    private static readonly NamedZone Utc = new("UTC", TimeZoneInfo.Utc);

    /// <summary>The choices of the form, by name.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. IanaNames.Values.Where(name => name.Contains('/') && Find(name) is not null).Append(Utc.Name).Order(StringComparer.Ordinal)];

    /// <summary>The time zone of the server; UTC when it has no IANA name.</summary>
    public static string Local => (Find(TimeZoneInfo.Local.Id) ?? Utc).Name;

    /// <param name="name">A current or older IANA name, or a name of Windows, in any case.</param>
    /// <returns>Null for any other name, and for a zone that this machine has no rules for.</returns>
    public static NamedZone? Find(string name) =>
        name.Equals(Utc.Name, StringComparison.OrdinalIgnoreCase) ? Utc
        : (IanaNames.TryGetValue(name, out var iana) || TZConvert.TryWindowsToIana(name, out iana))
            && TZConvert.TryGetTimeZoneInfo(iana, out var info)
            ? new(iana, info)
            : null;
}
