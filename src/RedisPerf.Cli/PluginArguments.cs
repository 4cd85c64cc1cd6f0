using System.CommandLine;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Running.Workers.Plugins;

namespace RedisPerf.Cli;

/// <summary>Finds the files with strategies of users before the command line is parsed, because they declare options and flags.</summary>
internal static class PluginArguments
{
    /// <summary>The option of the commands that list and run the strategies of files.</summary>
    public static Option<string[]> Strategies => new("--strategies")
    {
        Description = "The path of a DLL with your own strategies, which are named assembly/strategy; can be repeated. Its code runs in the worker. "
            + "Or a name: " + string.Join(", ", BundledPlugins.Names) + " for those of another client library.",
        HelpName = "file",
    };

    /// <summary>Reads the files that the configuration and the command line name.</summary>
    /// <returns>Empty for a command that needs none.</returns>
    /// <exception cref="Core.Targets.TargetException">A file is no plug-in, or two exclude each other.</exception>
    public static async Task<IReadOnlyList<Plugin>> ReadAsync(IReadOnlyList<string> args, CancellationToken ct)
    {
        var (strategies, @base) = (Strategies, new Option<string[]>("--base"));
        var parsed = new RootCommand { strategies, @base }.Parse(args);
        return args switch
        {
            ["run" or "list", ..] => await Builds.Reader.ReadAllAsync([.. Settings.Strategies, .. parsed.GetValue(strategies) ?? []], ct),
            ["ab", ..] => await Builds.Reader.ReadAllAsync((parsed.GetValue(@base) ?? []).TakeLast(1).Where(ComparedBuilds.HasStrategies), ct),
            _ => [],
        };
    }
}
