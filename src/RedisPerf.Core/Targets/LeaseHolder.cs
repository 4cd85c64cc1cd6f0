using System.Globalization;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>The job that holds the lease on a server, and the process that runs it.</summary>
/// <param name="Job">The job's id.</param>
/// <param name="Machine">The name of the process's machine.</param>
/// <param name="ProcessId">The id of the process on its machine.</param>
/// <param name="Identity">Distinguishes the process from a later one with the same id.</param>
public sealed record LeaseHolder(Guid Job, string Machine, int ProcessId, string Identity)
{
    /// <summary>Whether the process runs on this machine and has ended. False even when this is not known.</summary>
    public bool HasEnded => Machine == Environment.MachineName && IsSameBoot && ProcessIdentity.HasExited(ProcessId, Identity);

    // Two machines may have the same name.
    private bool IsSameBoot => !OperatingSystem.IsLinux() || Identity.Split(' ')[0] == Own.Split(' ')[0];

    private static string Own { get; } = ProcessIdentity.Of(Environment.ProcessId) ?? "";

    /// <summary>This process as the holder.</summary>
    public static LeaseHolder Of(Guid job) => new(job, Environment.MachineName, Environment.ProcessId, Own);

    /// <summary>Reads the value of a lease; null when another program wrote it.</summary>
    public static LeaseHolder? Parse(string text) =>
        text.Split(' ', 4) is [var job, var machine, var process, var identity] && Guid.TryParseExact(job, "N", out var id)
            && int.TryParse(process, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? new(id, machine, number, identity)
            : null;

    /// <summary>The value of the lease.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Job:N} {Machine} {ProcessId} {Identity}");
}
