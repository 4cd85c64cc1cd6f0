using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>The names of the settings of configured targets and servers. A misspelt one, such as that of a password, would be ignored.</summary>
public static class ConfiguredSettings
{
    private static readonly string[] OfTarget = NamesOf<ConfiguredTargetOptions>();
    private static readonly string[] OfServer = NamesOf<NamedServerOptions>();

    /// <summary>Checks the settings of the targets.</summary>
    /// <param name="settings">The number of the target and the name of the setting, as in (<c>0</c>, <c>Connection</c>).</param>
    /// <exception cref="TargetException">There is no such setting.</exception>
    public static void CheckTargets(IEnumerable<(string Number, string Key)> settings) =>
        Check(settings, OfTarget, ReasonCode.ConfiguredTargetKeyUnknown);

    /// <summary>Checks the settings of the servers.</summary>
    /// <param name="settings">The number of the server and the name of the setting, as in (<c>0</c>, <c>Path</c>).</param>
    /// <exception cref="TargetException">There is no such setting.</exception>
    public static void CheckServers(IEnumerable<(string Number, string Key)> settings) =>
        Check(settings, OfServer, ReasonCode.NamedServerKeyUnknown);

    private static string[] NamesOf<TOptions>() => [.. typeof(TOptions).GetProperties().Select(property => property.Name)];

    private static void Check(IEnumerable<(string Number, string Key)> settings, string[] valid, ReasonCode unknown)
    {
        foreach (var (number, key) in settings.Where(setting => !valid.Contains(setting.Key, StringComparer.OrdinalIgnoreCase)))
        {
            throw new TargetException(Reason.Of(unknown, ("index", number), ("key", key), ("valid", string.Join(", ", valid))));
        }
    }
}
