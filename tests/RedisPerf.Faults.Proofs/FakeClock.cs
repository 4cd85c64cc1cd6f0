namespace RedisPerf.Faults.Proofs;

/// <summary>A clock that is set in a file, for a process with the library of faketime. The clocks that only run forward, such as those of
/// its timers, are not changed.</summary>
/// <param name="file">The path of the file.</param>
internal sealed class FakeClock(string file)
{
    public const string Missing = "libfaketime is not installed here (package faketime).";

    private static readonly string[] Folders = ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime", "/usr/lib/faketime"];

    private static readonly string? Library = Folders.Select(folder => Path.Combine(folder, "libfaketimeMT.so.1")).FirstOrDefault(File.Exists);

    public static bool IsInstalled => Library is not null;

    /// <summary>The environment of the process. The library replaces the functions that read the clock, and reads the file
    /// again after a second.</summary>
    public (string Name, string Value)[] Variables =>
    [
        ("LD_PRELOAD", Library ?? throw new InvalidOperationException(Missing)),
        ("FAKETIME_TIMESTAMP_FILE", file),
        ("FAKETIME_CACHE_DURATION", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        // Otherwise waits of threads for a time end at once.
        ("FAKETIME_FORCE_MONOTONIC_FIX", "0"),
    ];

    /// <summary>Sets the clock in one step, so that the process never reads half of it.</summary>
    /// <param name="offset">The difference from the clock of the machine: <c>-2h</c>.</param>
    public void Set(string offset)
    {
        File.WriteAllText(file + ".new", offset + "\n");
        File.Move(file + ".new", file, overwrite: true);
    }
}
