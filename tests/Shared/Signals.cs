using System.Diagnostics;
using System.Globalization;

namespace RedisPerf.Tests;

/// <summary>What a user's Ctrl+C, or an operator's kill, sends to a process.</summary>
internal static class Signals
{
    private const int Interrupt = 2;

    public static async Task SendAsync(string signal, int processId)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{processId}"]);
        await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>A shell that runs the tests in its background may have them ignore Ctrl+C, and every process that they start inherits it.</summary>
    public static void SkipWhereInterruptsAreIgnored()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no equivalent of the Ctrl+C signal for another process.");
        Assert.SkipWhen(AreInterruptsIgnored(), "The tests inherit that the signal of Ctrl+C is ignored. Run them in the foreground.");
    }

    private static bool AreInterruptsIgnored()
    {
        const string Field = "SigIgn:";
        return OperatingSystem.IsLinux()
            && File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Field, StringComparison.Ordinal)) is { } ignored
            && (long.Parse(ignored.AsSpan(Field.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture) & (1 << (Interrupt - 1))) != 0;
    }
}
