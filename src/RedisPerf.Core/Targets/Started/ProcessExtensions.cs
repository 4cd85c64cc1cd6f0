using System.ComponentModel;
using System.Diagnostics;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Queries of a process that may end at any time.</summary>
internal static class ProcessExtensions
{
    /// <summary>A figure of the process; null once it has ended.</summary>
    public static T? TryRead<T>(this Process process, Func<Process, T> figure)
        where T : struct
    {
        try
        {
            process.Refresh();
            return process.HasExited ? null : figure(process);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Waits until the process and its output have ended, for at most the limit.</summary>
    public static async Task WaitForExitAsync(this Process process, TimeSpan limit, CancellationToken ct)
    {
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(ct);
        giveUp.CancelAfter(limit);
        await process.WaitForExitAsync(giveUp.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        ct.ThrowIfCancellationRequested();
    }
}
