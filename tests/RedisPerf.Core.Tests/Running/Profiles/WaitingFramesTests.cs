using RedisPerf.Core.Running.Profiles;

namespace RedisPerf.Core.Tests.Running.Profiles;

/// <summary>Innermost frames of recorded samples.</summary>
public sealed class WaitingFramesTests
{
    [Theory]
    [InlineData(true, "System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "System.Threading.SemaphoreSlim.WaitCore")]
    [InlineData(true, "System.Threading.ManualResetEventSlim.Wait", "System.Net.Sockets.SocketAsyncContext.PerformSyncOperation")]
    [InlineData(true, "Pipelines.Sockets.Unofficial.DedicatedThreadPoolPipeScheduler.RunWorkLoop", "System.Threading.Thread.StartCallback")]
    [InlineData(true, "System.IO.StreamReader.ReadBuffer", "System.IO.StreamReader.ReadLine")]
    [InlineData(true, "Interop.Sys.Poll", "System.Net.Sockets.SocketPal.Poll")]
    [InlineData(false, "System.Threading.LowLevelLifoSemaphore.Release", "System.Threading.PortableThreadPool.WorkerThread.MaybeAddWorkingWorker")]
    [InlineData(false, "System.Threading.Thread.PollGC.PollGCWorker", "RedisPerf.Core.Codecs.ParallelEncoder.Encode")]
    [InlineData(false, "System.IO.Compression.Deflater.Deflate", "System.IO.Compression.Deflater.ReadDeflateOutput")]
    public void A_thread_waits_if_its_innermost_method_waits(bool waits, string innermost, string caller) =>
        WaitingFrames.AreOfWaitingThread([innermost, caller, "System.Threading.Thread.StartCallback"], isManaged: false).ShouldBe(waits);
}
