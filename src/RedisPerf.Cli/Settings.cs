using System.Collections;
using System.Globalization;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary>The settings that the command shares with the web application, from the same environment variables.</summary>
internal static class Settings
{
    private const string Prefix = "RedisPerf__";
    private const string ImagePrefix = "Images__";

    // The names of settings have no case, as in the web application. An empty one is not set, except for images, which are checked.
    private static readonly Dictionary<string, string> Variables = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
        .Select(variable => (Name: (string)variable.Key, Value: (string?)variable.Value))
        // A password can begin or end with a blank.
        .Select(variable => variable.Name.EndsWith("Password", StringComparison.OrdinalIgnoreCase)
            ? variable
            : variable with { Value = variable.Value?.Trim() })
        .Where(variable => variable.Name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)
            && (variable.Value is { Length: > 0 } || variable.Name.StartsWith(Prefix + ImagePrefix, StringComparison.OrdinalIgnoreCase)))
        .GroupBy(variable => variable.Name[Prefix.Length..], StringComparer.OrdinalIgnoreCase)
        .ToDictionary(group => group.Key, group => group.First().Value ?? "", StringComparer.OrdinalIgnoreCase);

    /// <summary>The folder of the ledger and of the started servers' files.</summary>
    public static string DataFolder { get; } = Variable("Data")
        ?? Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "RedisPerf");

    /// <summary>The ledger of the web application: <see cref="LedgerDatabase.Sqlite"/>, or the connection string of a PostgreSQL database.</summary>
    /// <exception cref="LedgerException">The credentials of the ledger cannot be used.</exception>
    public static string Ledger => new LedgerCredentials(Variable("LedgerUser"), Variable("LedgerPassword"), Variable("LedgerPasswordFile"))
        .AddTo(Variable("Ledger") ?? LedgerDatabase.Sqlite);

    /// <summary>The cores of servers and workers, unless an option of a command names them; null without the setting.</summary>
    public static string? Pin { get; } = Variable(nameof(Pin));

    /// <summary>The name of the environment variable of <see cref="Pin"/>.</summary>
    public static string PinName => $"{Prefix}{nameof(Pin)}";

    /// <summary>All named targets, the default one first.</summary>
    /// <exception cref="TargetException">The name of a configured target, or an image, is invalid.</exception>
    public static TargetCatalogue Targets() => new(
        DataFolder, Configured(), Servers(),
        from variable in Variables
        where variable.Key.StartsWith(ImagePrefix, StringComparison.OrdinalIgnoreCase)
        select KeyValuePair.Create(variable.Key[ImagePrefix.Length..], variable.Value));

    /// <summary>The paths of files with the strategies of users, and the names of those of other client libraries.</summary>
    public static IEnumerable<string> Strategies => Entries("Strategies").Select(prefix => Variable(prefix.TrimEnd('_'))).OfType<string>();

    private static IEnumerable<NamedServerOptions> Servers()
    {
        ConfiguredSettings.CheckServers(SettingsOf("Servers"));
        return Entries("Servers").Select(
            prefix => new NamedServerOptions { Name = Variable($"{prefix}Name") ?? "", Path = Variable($"{prefix}Path") ?? "" });
    }

    private static IEnumerable<(string Number, string Key)> SettingsOf(string list) =>
        from parts in Variables.Keys.Select(name => name.Split("__", 3))
        where parts.Length == 3 && parts[0].Equals(list, StringComparison.OrdinalIgnoreCase)
        select (parts[1], parts[2]);

    // As the web application reads them: in the order of their numbers, which can have gaps.
    private static IEnumerable<string> Entries(string list) =>
        from name in Variables.Keys
        where name.StartsWith($"{list}__", StringComparison.OrdinalIgnoreCase)
        let number = name.Split("__")[1]
        orderby int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var index) ? index : int.MaxValue
        group name by number.ToUpperInvariant() into names
        select $"{list}__{names.Key}__";

    private static IEnumerable<ConfiguredTargetOptions> Configured()
    {
        ConfiguredSettings.CheckTargets(SettingsOf("Targets"));
        return Entries("Targets").Select(prefix => new ConfiguredTargetOptions
        {
            Name = Variable($"{prefix}Name") ?? "",
            Connection = Variable($"{prefix}Connection") ?? "",
            User = Variable($"{prefix}User"),
            Password = Variable($"{prefix}Password"),
            PasswordFile = Variable($"{prefix}PasswordFile"),
            ClientCertificate = Variable($"{prefix}ClientCertificate"),
            ClientCertificateKey = Variable($"{prefix}ClientCertificateKey"),
            ClientCertificatePasswordFile = Variable($"{prefix}ClientCertificatePasswordFile"),
            Authority = Variable($"{prefix}Authority"),
        });
    }

    private static string? Variable(string name) => Variables.GetValueOrDefault(name);
}
