namespace RedisPerf.Core.Running.Profiles;

/// <summary>Finds samples of threads that wait. The runtime samples all threads, and reports only whether a thread executes managed code.</summary>
internal static class WaitingFrames
{
    // Names in the samples: the innermost methods in which a thread of the profiled process waits for a signal, a timer or a socket. An
    // inlined method has no frame, so these are also methods that call Monitor.Wait or read the standard input.
    private static readonly string[] Types =
    [
        "System.Threading.LowLevelLifoSemaphore.Wait", "System.Threading.LowLevelMonitor.Wait", "System.Threading.WaitHandle.Wait",
        "System.Threading.Monitor.Wait", "System.Threading.SemaphoreSlim.WaitCore",
        "System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout",
        // A profiled thread that sleeps, is joined or has no work: own strategies and other client libraries have such threads.
        "System.Threading.Thread.Sleep", "System.Threading.Thread.Join", "System.Threading.PortableThreadPool.WorkerThread.WorkerThreadStart",
        "System.Threading.ManualResetEventSlim.Wait", "Pipelines.Sockets.Unofficial.DedicatedThreadPoolPipeScheduler.RunWorkLoop",
        "System.Threading.WaitSubsystem.", "System.Net.Sockets.SocketAsyncEngine.EventLoop", "System.Diagnostics.Process.WaitForExit",
        "System.Threading.Tasks.Task.SpinThenBlockingWait", "Interop.Sys.WaitForSocketEvents", "Interop.Sys.Poll",
        // The thread of a worker that waits for the next message on its standard input.
        "Interop.Sys.Read", "System.IO.StreamReader.ReadBuffer",
    ];

    /// <param name="frames">The names of the methods, from the innermost one on.</param>
    /// <param name="isManaged">Whether the thread executes managed code. On a busy machine, a thread that begins or ends a wait does.</param>
    public static bool AreOfWaitingThread(IReadOnlyList<string> frames, bool isManaged) =>
        // A system call can have a frame above the method that waits.
        frames.Take(isManaged ? 1 : 2).Any(frame => Types.Any(type => frame.StartsWith(type, StringComparison.Ordinal)));
}
