using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The folder of one started server, <c>servers/&lt;name&gt;-&lt;random&gt;</c> in the data folder. Its record names the server's
/// process and stays locked while the process that started it runs, so that a later process can recognize a leftover.</summary>
internal sealed class ServerFolder : IDisposable
{
    private const string RecordName = "server.json";

    // A folder is created before its record. A younger folder may still get one.
    private static readonly TimeSpan Unrecorded = TimeSpan.FromMinutes(1);

    private readonly FileStream _record;

    private ServerFolder(string path, FileStream record)
    {
        Path = path;
        _record = record;
    }

    public string Path { get; }

    /// <exception cref="TargetException">The data folder cannot be written.</exception>
    public static ServerFolder Create(string dataFolder, string name)
    {
        var path = System.IO.Path.Combine(System.IO.Path.GetFullPath(dataFolder), "servers", $"{name}-{Guid.NewGuid().ToString("N")[..12]}");
        try
        {
            Directory.CreateDirectory(path);
            return new ServerFolder(
                path, new FileStream(System.IO.Path.Combine(path, RecordName), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException(Reason.Of(ReasonCode.ServerFolderFailed, ("message", e.Message)), e);
        }
    }

    /// <summary>Records the process of the server and its owner.</summary>
    public void Record(int processId)
    {
        _record.SetLength(0);
        JsonSerializer.Serialize(
            _record, new ServerRecord(processId, ProcessIdentity.Of(processId), Environment.ProcessId, ProcessIdentity.Of(Environment.ProcessId)));
        _record.Flush();
    }

    public void Dispose()
    {
        _record.Dispose();
        Delete(Path);
    }

    /// <summary>Kills the servers whose owner has ended, and deletes their folders. Servers of a running owner are not changed.</summary>
    public static void RemoveLeftovers(string dataFolder)
    {
        var servers = System.IO.Path.Combine(dataFolder, "servers");
        if (!Directory.Exists(servers))
        {
            return;
        }

        foreach (var folder in Directory.EnumerateDirectories(servers))
        {
            if (IsLeftOver(folder))
            {
                Delete(folder);
            }
        }
    }

    private static bool IsLeftOver(string folder)
    {
        try
        {
            using var record = new FileStream(System.IO.Path.Combine(folder, RecordName), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            if (JsonSerializer.Deserialize<ServerRecord>(record) is { Started: not null } server
                && ProcessIdentity.Of(server.ProcessId) == server.Started)
            {
                Kill(server.ProcessId);
            }

            return true;
        }
        catch (JsonException)
        {
            // Its owner ended during the write: the server ended with its owner, or never started.
            return true;
        }
        catch (FileNotFoundException)
        {
            return DateTime.UtcNow - Directory.GetCreationTimeUtc(folder) > Unrecorded;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Locked: its owner still runs. Or the file belongs to another user.
            return false;
        }
    }

    private static void Kill(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            ChildProcess.Kill(process);
            process.WaitForExit(TimeSpan.FromSeconds(5));
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has already ended.
        }
    }

    private static void Delete(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A file that is still open (Windows) must not fail a completed job: the next start removes it.
        }
    }

    /// <param name="ProcessId">The server's.</param>
    /// <param name="Started">Distinguishes it from a later process with the same id.</param>
    /// <param name="OwnerId">The process that started it, for troubleshooting.</param>
    /// <param name="OwnerStarted">The same of the owner.</param>
    private sealed record ServerRecord(int ProcessId, string? Started, int OwnerId, string? OwnerStarted);
}
