using System.Globalization;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Started;

/// <summary>How the programs of an engine are started on this machine, without persistence. A new one is one line here.</summary>
/// <param name="Engine">The engine's name in <see cref="KnownEngines"/>.</param>
/// <param name="Settings">The settings that a job may set.</param>
/// <param name="Arguments">The arguments for a port and the memory of a job in bytes.</param>
internal sealed record ServerFamily(string Engine, IReadOnlyList<ServerSetting> Settings, Func<int, long, IEnumerable<string>> Arguments)
{
    private const long Gigabyte = 1L << 30;
    private const long MinMemory = 4 * Gigabyte;

    private static readonly string[] WithoutPersistence = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no",
        "--logfile", ""];

    /// <summary>All families.</summary>
    public static IReadOnlyList<ServerFamily> All { get; } =
    [
        new("Redis", ServerSettings.Redis, (port, _) => RedisArguments(port)),
        new("Valkey", ServerSettings.Redis, (port, _) => RedisArguments(port)),
        new("KeyDB", ServerSettings.KeyDb, (port, _) => RedisArguments(port)),
        new("Dragonfly", ServerSettings.Dragonfly, (port, _) =>
            [$"--port={port.ToString(CultureInfo.InvariantCulture)}", "--bind=127.0.0.1", "--logtostderr", "--dbfilename=", "--version_check=false"]),
        new("Garnet", ServerSettings.Garnet, (port, bytes) => GarnetArguments(port, GarnetMemory(bytes))) { Variables = GarnetVariables },
    ];

    /// <summary>The environment variables of its program.</summary>
    public Func<IReadOnlyDictionary<string, string?>?> Variables { get; init; } = () => null;

    /// <summary>The family of an engine, ignoring case; null when it is not known.</summary>
    public static ServerFamily? Find(string engine) => All.FirstOrDefault(family => family.Engine.Equals(engine, StringComparison.OrdinalIgnoreCase));

    /// <summary>Its own folder is the working directory; the server writes there only if a setting requires it.</summary>
    public static string[] RedisArguments(int port) => ["--port", Text(port), .. WithoutPersistence];

    /// <summary>Without a port for connections that are not encrypted. Clients need no certificate.</summary>
    public static string[] TlsArguments(int port) =>
        ["--port", "0", "--tls-port", Text(port), "--tls-cert-file", ServerCertificate.CertificateFile, "--tls-key-file",
            ServerCertificate.KeyFile, "--tls-auth-clients", "no", .. WithoutPersistence];

    /// <param name="memory">As in <see cref="GarnetMemory"/>.</param>
    public static string[] GarnetArguments(int port, string memory) =>
        ["--port", Text(port), "--bind", "127.0.0.1", "--memory", memory, "--lua", "--commandstats-monitor"];

    /// <summary>Garnet evicts keys at its limit instead of rejecting writes, so the limit is above the data of the job: 4g, 8g, 16g …</summary>
    public static string GarnetMemory(long memoryBytes)
    {
        var limit = MinMemory;
        while (limit < memoryBytes)
        {
            limit *= 2;
        }

        return $"{limit / Gigabyte}g";
    }

    /// <summary>The variables of Garnet, which is a program of .NET.</summary>
    public static Dictionary<string, string?> GarnetVariables()
    {
        var variables = new Dictionary<string, string?>
        {
            // With the server garbage collector it grew to five times the memory over nine runs of a gigabyte each.
            ["DOTNET_gcServer"] = "0",
            ["DOTNET_gcConcurrent"] = "0",
            // It must start without ICU, as RedisPerf does.
            ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1",
        };
        OwnRuntime.AddTo(variables);
        return variables;
    }

    private static string Text(int port) => port.ToString(CultureInfo.InvariantCulture);
}
