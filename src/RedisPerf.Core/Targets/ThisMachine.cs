using System.Reflection;
using System.Runtime.InteropServices;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Properties of the machine and of this program.</summary>
public static class ThisMachine
{
    /// <summary>Equal for all processes of this machine until it restarts, in containers too; on other systems than Linux the
    /// name of the machine.</summary>
    public static string Id { get; } = ProcessIdentity.Boot ?? Environment.MachineName;

    /// <summary>Equal for all processes with the same loopback address: a container has its own.</summary>
    public static string Network { get; } = $"{Id} {(OperatingSystem.IsLinux() ? new FileInfo("/proc/self/ns/net").LinkTarget : "")}".TrimEnd();

    /// <summary>This machine as a node.</summary>
    /// <param name="targets">The names of the targets that it can reach or start.</param>
    public static NodeDescription Describe(IReadOnlyList<string> targets) => new()
    {
        Machine = Environment.MachineName,
        Cores = Environment.ProcessorCount,
        Memory = MachineMemory.Total(),
        Process = LeaseHolder.Of(Guid.Empty).ToString(),
        Version = VersionOf(typeof(ThisMachine).Assembly),
        Targets = targets,
    };

    /// <summary>Whether the process of a node ran on this machine and has ended. False even when this is not known.</summary>
    public static bool HasEnded(NodeDescription node) => node.Process is { } process && LeaseHolder.Parse(process) is { HasEnded: true };

    /// <summary>The environment of a job that starts now on these targets.</summary>
    public static JobEnvironment CreateEnvironment(IReadOnlyList<TargetEnvironment> targets) => new()
    {
        Machine = Environment.MachineName,
        Cores = Environment.ProcessorCount,
        Memory = MachineMemory.Total(),
        Os = Os(),
        Platform = MachinePlatform.Read(),
        Runtime = RuntimeInformation.FrameworkDescription,
        Client = Client,
        Version = VersionOf(typeof(ThisMachine).Assembly),
        Targets = targets,
    };

    /// <summary>The Redis client library and its version, as in <c>StackExchange.Redis 3.4.35</c>.</summary>
    public static string Client => $"StackExchange.Redis {ClientVersion}";

    /// <summary>The version of the Redis client library of this program.</summary>
    public static string ClientVersion { get; } = VersionOf(typeof(ConnectionMultiplexer).Assembly);

    // The name of the distribution is more useful than that of the kernel, which .NET returns.
    private static string Os()
    {
        var description = $"{RuntimeInformation.OSDescription} ({RuntimeInformation.OSArchitecture})";
        const string release = "/etc/os-release";
        if (!OperatingSystem.IsLinux() || !File.Exists(release))
        {
            return description;
        }

        var name = File.ReadLines(release)
            .FirstOrDefault(l => l.StartsWith("PRETTY_NAME=", StringComparison.Ordinal))?["PRETTY_NAME=".Length..].Trim('"');
        return string.IsNullOrEmpty(name) || description.StartsWith(name, StringComparison.Ordinal) ? description : $"{name}, {description}";
    }

    // The informational version may end with "+" and the commit.
    private static string VersionOf(Assembly assembly) =>
        (assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
            ?? assembly.GetName().Version?.ToString() ?? "").Split('+')[0];
}
