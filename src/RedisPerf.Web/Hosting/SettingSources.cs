using Microsoft.Extensions.Configuration.EnvironmentVariables;
using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.Configuration.Memory;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>Where the settings come from. Each source replaces the ones before it: the defaults, <c>appsettings.json</c> in the folder of
/// the program, the file of <c>--config</c>, environment variables, arguments. The current folder has no part in it: it can be the folder of
/// another ASP.NET project, whose file has other hosts, addresses and certificates.</summary>
internal static class SettingSources
{
    /// <summary>The argument that names another file of settings.</summary>
    public const string ConfigOption = "config";

    private const string FileName = "appsettings.json";
    private const string Prefix = "ASPNETCORE_";

    private static readonly Dictionary<string, string?> Defaults = new()
    {
        [AllowedHosts.Key] = AllowedHosts.Default,
        ["ReloadStaticAssetsAtRuntime"] = "false",
        ["Logging:LogLevel:Default"] = "Warning",
        ["Logging:LogLevel:Microsoft.AspNetCore.DataProtection"] = "Error",
    };

    /// <exception cref="StartupException">The file of <c>--config</c> does not exist.</exception>
    public static WebApplicationBuilder CreateBuilder(string[] args)
    {
        // Only the argument: an environment variable named CONFIG belongs to another program.
        var given = new ConfigurationBuilder().AddCommandLine(args).Build();
        var file = given[ConfigOption] is { } path ? Path.GetFullPath(path.Trim()) : null;
        if (file is not null && !File.Exists(file))
        {
            throw new StartupException($"--{ConfigOption} names a file that does not exist: {file}.");
        }

        // A development tool or a hosting platform sets the variable for its own programs. Their assemblies would run in this one.
        Environment.SetEnvironmentVariable($"{Prefix}PREVENTHOSTINGSTARTUP", "true");
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions
        {
            // A watched file takes one of the few inotify instances of a user, and only a part of the settings would follow it.
            Args = [.. args, "--hostBuilder:reloadConfigOnChange=false"],
            ContentRootPath = given[WebHostDefaults.ContentRootKey] ?? AppContext.BaseDirectory,
        });
        var sources = ((IConfigurationBuilder)builder.Configuration).Sources;
        sources.Insert(0, new MemoryConfigurationSource { InitialData = Defaults });
        var next = sources.IndexOf(sources.OfType<JsonConfigurationSource>().Last()) + 1;
        if (file is not null)
        {
            var source = new JsonConfigurationSource { Path = file };
            source.ResolveFileProvider();
            sources.Insert(next++, source);
        }

        // By default, a file replaces these variables.
        sources.Insert(next, new EnvironmentVariablesConfigurationSource { Prefix = Prefix });

        // A hosting platform sets it for all programs. It would trust the forwarded headers of every client.
        builder.Configuration["ForwardedHeaders_Enabled"] = "false";
        return builder;
    }

    /// <exception cref="StartupException">A log level is unknown. The framework does not name its setting.</exception>
    public static void CheckLogLevels(IConfiguration configuration)
    {
        var levels = configuration.GetSection("Logging").AsEnumerable()
            .Where(setting => setting.Key.Split(':') is [.., "LogLevel", _] && !string.IsNullOrEmpty(setting.Value));
        if (levels.FirstOrDefault(setting => !Enum.TryParse<LogLevel>(setting.Value, ignoreCase: true, out _)) is { Key: { } wrong })
        {
            throw new StartupException(
                $"{ListenAddresses.SettingName(wrong)} must be one of {string.Join(", ", Enum.GetNames<LogLevel>())}.");
        }
    }

    /// <returns>The files whose settings are used, and a file in the current folder that is not; null for neither.</returns>
    public static string? Describe(WebApplicationBuilder builder)
    {
        var files = ((IConfigurationBuilder)builder.Configuration).Sources.OfType<JsonConfigurationSource>()
            .Select(source => source.FileProvider?.GetFileInfo(source.Path!)).Where(file => file is { Exists: true, PhysicalPath: not null })
            .Select(file => file!.PhysicalPath!).ToArray();
        var ignored = Path.GetFullPath(FileName);
        string[] lines =
        [
            .. files.Length == 0 ? (string[])[] : [$"Settings are read from {string.Join(" and ", files)}."],
            .. !File.Exists(ignored) || files.Contains(ignored) ? (string[])[]
                : [$"{ignored} is not read. To use it, add --{ConfigOption} {FileName}."],
        ];
        return lines.Length == 0 ? null : string.Join(' ', lines);
    }
}
