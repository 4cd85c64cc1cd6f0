using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Started;

public sealed class FailedStartTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task Many_that_end_during_their_start_each_have_a_reason()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The programs of this test are those of Unix.");
        var program = new ServerProgram("/bin/false", _ => []);

        await Parallel.ForAsync(0, 200, Ct, async (_, ct) =>
        {
            var exception = await Should.ThrowAsync<TargetException>(() => ServerProcess.StartAsync(program, "mine", _data.Path, ct));
            exception.Reason.Code.ShouldBe(ReasonCode.ServerNotStarted);
        });

        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }
}
