using System.Diagnostics;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class ProcessCpuTimeTests
{
    [Fact]
    public async Task It_has_finer_steps_than_10_ms_on_Linux()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only on Linux does the test read the clock of the process.");
        using var process = Process.Start("/bin/sleep", "60");

        // On a busy machine, the new process does not run at once.
        var time = await Poll.UntilAsync(() => Task.FromResult(ProcessCpuTime.Of(process)), time => time > TimeSpan.Zero);

        process.Kill();
        (time.Ticks % TimeSpan.FromMilliseconds(10).Ticks).ShouldNotBe(0);
    }

    [Fact]
    public void It_is_unknown_once_the_process_has_ended()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The test starts a program of Unix.");
        using var process = Process.Start("/bin/sleep", "60");
        process.Kill();
        process.WaitForExit();

        process.TryRead(ProcessCpuTime.Of).ShouldBeNull();
    }
}
