namespace RedisPerf.Ledger;

/// <summary>The folder that a ledger lives in, and its lock.</summary>
internal static class LedgerFolder
{
    /// <summary>
    /// Makes the folder where there is none, for this user alone, and takes its lock for as long as the stream is open.
    /// The operating system lets go of it with the process, however that ends.
    /// </summary>
    /// <exception cref="LedgerException">The folder cannot be used, or another instance uses it.</exception>
    public static FileStream Lock(string folder, string lockName)
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

            return new FileStream(Path.Combine(folder, lockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException error) when (IsSharingViolation(error))
        {
            throw new LedgerException($"Another RedisPerf uses the data folder {folder}. Stop it, or give this one its own folder with RedisPerf__Data.", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new LedgerException($"The data folder {folder} cannot be written ({error.Message.TrimEnd('.')}). Give this user the right to write it, or choose another folder with RedisPerf__Data.", error);
        }
    }

    // ERROR_SHARING_VIOLATION; elsewhere .NET passes on EWOULDBLOCK of flock: 11 on Linux, 35 on macOS.
    private static bool IsSharingViolation(IOException error) =>
        (error.HResult & 0xFFFF) == (OperatingSystem.IsWindows() ? 32 : OperatingSystem.IsMacOS() ? 35 : 11);
}
