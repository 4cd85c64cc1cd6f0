using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>The arguments of the program: its addresses, and other settings of the configuration.</summary>
internal static class Arguments
{
    public const string Usage = """
        Starts RedisPerf: its pages, its API and its queue.

          --urls <addresses>         Where RedisPerf listens. Default: http://localhost:5080
          --environment <name>       The environment of ASP.NET Core. Default: Production
          --config <file>            A file of settings in JSON
          --<section>:<name> <value> A setting, as in --RedisPerf:Data /srv/redisperf

        README.md lists the settings. Each of these replaces the ones before it: appsettings.json in the folder of the program,
        the file of --config, environment variables (RedisPerf__Data=/srv/redisperf), arguments.

        """;

    private static readonly string[] HostSettings = [.. typeof(WebHostDefaults).GetFields().Select(key => (string)key.GetValue(null)!),
        AllowedHosts.Key, SettingSources.ConfigOption];

    private static readonly string[] Sections = [RedisPerfOptions.Section, "Logging", "Kestrel"];

    public static bool IsHelpRequested(string[] args) => args is ["help"] || args.Any(word => word is "--help" or "-h" or "-?");

    /// <summary>The framework ignores an unknown option. A misspelled one must not start the program on another address.</summary>
    /// <exception cref="StartupException">An argument is not an option, an option is unknown, or its value is missing.</exception>
    public static void Check(string[] args)
    {
        for (var index = 0; index < args.Length; index++)
        {
            var word = args[index].Split('=')[0];
            if (!IsOption(word))
            {
                throw new StartupException($"Unknown argument \"{word}\". Valid options: --urls, --environment, "
                    + "--config, and settings such as --RedisPerf:Data. See --help.");
            }

            if (!args[index].Contains('=') && ++index == args.Length)
            {
                throw new StartupException($"{word} needs a value.");
            }
        }
    }

    /// <summary>A setting of RedisPerf is checked with those of the environment.</summary>
    private static bool IsOption(string word) =>
        (word.StartsWith("--", StringComparison.Ordinal) ? word[2..] : word.StartsWith('/') ? word[1..] : null) is { } name
        && (HostSettings.Contains(name, StringComparer.OrdinalIgnoreCase) || Sections.Contains(name.Split(':')[0], StringComparer.OrdinalIgnoreCase));
}
