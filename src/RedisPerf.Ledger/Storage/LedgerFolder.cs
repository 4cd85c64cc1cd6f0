namespace RedisPerf.Ledger.Storage;

/// <summary>The data folder, and its lock.</summary>
internal static class LedgerFolder
{
    internal const string LockName = "ledger.lock";

    /// <summary>Creates the folder if needed, accessible to this user only, and holds its lock while the stream is open. The operating
    /// system releases the lock when the process ends for any reason.</summary>
    /// <exception cref="LedgerException">The folder cannot be used, or another instance uses it.</exception>
    public static FileStream Lock(string folder)
    {
        try
        {
            if (OperatingSystem.IsWindows())
            {
                Directory.CreateDirectory(folder);
            }
            else
            {
                Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            }

            return new FileStream(Path.Combine(folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException error) when (IsSharingViolation(error))
        {
            throw new LedgerException(
                $"Another RedisPerf uses the data folder {folder}. Stop it, or give this one its own folder with RedisPerf__Data.", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new LedgerException($"The data folder {folder} cannot be written ({error.Message.TrimEnd('.')}). "
                + "Give this user the right to write it, or choose another folder with RedisPerf__Data.", error);
        }
    }

    /// <summary>Refuses an existing folder of another machine: there, the programs that use an SQLite file in WAL mode do not share its index,
    /// and can damage the file (https://sqlite.org/wal.html).</summary>
    /// <exception cref="LedgerException">The folder is on a network share.</exception>
    public static void RefuseShare(string folder)
    {
        var path = Path.GetFullPath(folder);
        // A path of Windows without a drive is the name of a share.
        var drive = !OperatingSystem.IsWindows() ? new DriveInfo(path) : Path.GetPathRoot(path) is [_, ':', ..] root ? new DriveInfo(root) : null;
        if (drive is null or { DriveType: DriveType.Network })
        {
            var format = drive is null ? "" : $" ({drive.DriveFormat})";
            throw new LedgerException($"The data folder {folder} is on a network share{format}, where SQLite can damage the ledger. "
                + "Choose a folder of this machine with RedisPerf__Data, or a PostgreSQL database with RedisPerf__Ledger.");
        }
    }

    // ERROR_SHARING_VIOLATION; on other systems .NET returns EWOULDBLOCK of flock: 11 on Linux, 35 on macOS.
    private static bool IsSharingViolation(IOException error) =>
        (error.HResult & 0xFFFF) == (OperatingSystem.IsWindows() ? 32 : OperatingSystem.IsMacOS() ? 35 : 11);
}
