using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers.Plugins;

/// <summary>The plug-ins with the strategies of other client libraries, each in a folder with its name next to the program.</summary>
public static class BundledPlugins
{
    private const string Files = "RedisPerf.Clients.*.dll";

    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "strategies");

    /// <summary>The names, in alphabetical order.</summary>
    public static IReadOnlyList<string> Names { get; } = Directory.Exists(Folder)
        ? [.. Directory.EnumerateDirectories(Folder).Select(folder => Path.GetFileName(folder)!).Order(StringComparer.Ordinal)]
        : [];

    /// <summary>The file that a word of a command line or a setting names: that of a plug-in of the program for a name without a path and without
    /// the extension of a DLL; otherwise the word itself.</summary>
    /// <exception cref="TargetException">There is no plug-in with this name.</exception>
    public static string FileOf(string word)
    {
        if (word.Contains('/', StringComparison.Ordinal) || word.Contains('\\', StringComparison.Ordinal)
            || word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
        {
            return word;
        }

        var name = Names.FirstOrDefault(name => name.Equals(word, StringComparison.OrdinalIgnoreCase))
            ?? throw new TargetException(Reason.Of(ReasonCode.PluginUnknown, ("name", word), ("valid", string.Join(", ", Names))));
        return Directory.GetFiles(Path.Combine(Folder, name), Files).Single();
    }
}
