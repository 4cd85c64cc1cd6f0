using System.Globalization;
using System.Net;

namespace RedisPerf.Web.Hosting;

/// <summary>The addresses that RedisPerf listens on, and their certificates, as the configuration has them.</summary>
internal static class ListenAddresses
{
    public const string Default = "http://localhost:5080";

    private const string Kestrel = "Kestrel";

    /// <summary>From <c>--urls</c>, from the ports, and from the endpoints of Kestrel, which replace the others.</summary>
    /// <exception cref="StartupException">An address is invalid.</exception>
    public static IReadOnlyList<string> Read(IConfiguration configuration)
    {
        var addresses = All(configuration).ToArray();
        foreach (var (setting, address) in addresses)
        {
            Check(setting, address);
        }

        return [.. addresses.Select(address => address.Address)];
    }

    /// <summary>Checks that the files of certificates exist. The server checks their content, but does not name the setting.</summary>
    /// <exception cref="StartupException">A file cannot be read.</exception>
    public static void CheckCertificates(IConfiguration configuration, string folder)
    {
        foreach (var (key, path) in CertificateFiles(configuration))
        {
            var file = Path.Combine(folder, path.Trim());
            try
            {
                File.OpenRead(file).Dispose();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
            {
                throw new StartupException($"The file of {SettingName(key)} cannot be read: {file} ({exception.GetType().Name}).");
            }
        }
    }

    /// <summary>The settings that name a file of a certificate or of its key.</summary>
    public static IReadOnlyList<(string Key, string File)> CertificateFiles(IConfiguration configuration) =>
    [
        .. from setting in configuration.GetSection(Kestrel).AsEnumerable()
           let name = setting.Key.Split(':')
           where name is [_, .., var section, _, var field] && (section == "Certificates" || name[^2] == "Certificate")
               && field is "Path" or "KeyPath"
           where !string.IsNullOrWhiteSpace(setting.Value)
           orderby setting.Key
           select (setting.Key, setting.Value),
    ];

    /// <summary>Whether the configuration names a certificate, in a file or in the store of the machine.</summary>
    public static bool HasCertificate(IConfiguration configuration) =>
        configuration.GetSection(Kestrel).AsEnumerable().Any(setting => !string.IsNullOrWhiteSpace(setting.Value)
            && setting.Key.Contains(":Certificate", StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether other machines cannot reach an address that <see cref="Read"/> returned.</summary>
    public static bool IsLoopback(string address)
    {
        var parsed = BindingAddress.Parse(address);
        return parsed.IsUnixPipe || parsed.IsNamedPipe || parsed.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(parsed.Host, out var ip) && IPAddress.IsLoopback(ip));
    }

    /// <summary>As an environment variable.</summary>
    public static string SettingName(string key) => key.Replace(":", "__", StringComparison.Ordinal);

    private static IEnumerable<(string Setting, string Address)> All(IConfiguration configuration)
    {
        var endpoints = configuration.GetSection($"{Kestrel}:Endpoints").GetChildren().ToArray();
        if (endpoints.Length > 0)
        {
            return endpoints.Select(endpoint => (SettingName($"{endpoint.Path}:Url"), endpoint["Url"]?.Trim() ?? ""));
        }

        return ByUrls(configuration);
    }

    private static IEnumerable<(string Setting, string Address)> ByUrls(IConfiguration configuration)
    {
        foreach (var address in Split(configuration[WebHostDefaults.ServerUrlsKey]))
        {
            yield return ("--urls", address);
        }

        foreach (var (key, scheme) in ((string, string)[])[(WebHostDefaults.HttpPortsKey, "http"), (WebHostDefaults.HttpsPortsKey, "https")])
        {
            foreach (var port in Split(configuration[key]))
            {
                yield return ($"ASPNETCORE_{key.ToUpperInvariant()}", $"{scheme}://*:{port}");
            }
        }
    }

    private static string[] Split(string? addresses) =>
        (addresses ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static void Check(string setting, string address)
    {
        BindingAddress parsed;
        try
        {
            parsed = BindingAddress.Parse(address);
        }
        catch (FormatException)
        {
            throw Invalid(setting, address);
        }

        if (parsed.Scheme is not ("http" or "https"))
        {
            throw Invalid(setting, address);
        }

        if (parsed.IsUnixPipe || parsed.IsNamedPipe)
        {
            return;
        }

        if (parsed.PathBase.Length > 0)
        {
            throw new StartupException($"\"{address}\" has a path, and RedisPerf listens on a host and a port. Remove the path; if users reach "
                + $"RedisPerf below it, set RedisPerf__PathBase={parsed.PathBase}.");
        }

        // The framework takes what it cannot read for a host name, and listens on all addresses of the machine then.
        if (Uri.CheckHostName(parsed.Host) == UriHostNameType.Unknown && parsed.Host is not ("*" or "+"))
        {
            throw Invalid(setting, address);
        }

        if (parsed.Port is < 0 or > IPEndPoint.MaxPort)
        {
            throw new StartupException(string.Create(
                CultureInfo.InvariantCulture, $"\"{address}\" has the port {parsed.Port}. A port is a number from 0 to {IPEndPoint.MaxPort}."));
        }

        if (parsed is { Host: "localhost", Port: 0 })
        {
            throw new StartupException("Port 0 (any free port) requires an IP address: --urls http://127.0.0.1:0.");
        }
    }

    private static StartupException Invalid(string setting, string address) => new(
        $"\"{address}\" is not a valid address{(setting == "--urls" ? "" : $" ({setting})")}. An example: --urls http://localhost:5081.");
}
