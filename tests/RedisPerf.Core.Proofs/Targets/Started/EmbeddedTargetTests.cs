using System.Diagnostics;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Started;

public sealed class EmbeddedTargetTests(ITestOutputHelper output) : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task The_build_brings_it_along_and_its_version_is_known_without_starting_it()
    {
        var description = await new EmbeddedTarget(_data.Path).DescribeAsync(TestContext.Current.CancellationToken);

        description.Reason.ToText().ShouldBeNull();
        description.Status.ShouldBe(TargetStatus.Startable);
        description.Engine.ShouldBe("Garnet");
        Version.TryParse(description.Version, out _).ShouldBeTrue();
    }

    [Fact]
    public async Task It_starts_executes_commands_reports_them_and_is_removed()
    {
        var ct = TestContext.Current.CancellationToken;
        var started = Stopwatch.GetTimestamp();
        int processId;
        await using (var server = await new EmbeddedTarget(_data.Path).OpenAsync(new(1 << 20), ct))
        {
            output.WriteLine($"opened in {Stopwatch.GetElapsedTime(started).TotalMilliseconds:0} ms");
            processId = server.ProcessId.ShouldNotBeNull();
            server.Environment.Engine.ShouldBe("Garnet");
            server.Environment.Version.ShouldBe(EmbeddedTarget.Version);
            server.Environment.RoundTrip.ShouldNotBeNull().ShouldBeInRange(1e-6, 0.1);
            output.WriteLine($"round trip {server.Environment.RoundTrip * 1e6:0.0} us; {string.Join(", ", server.Environment.Settings)}");

            using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(30), ct);
            var before = await server.SampleAsync(ct);
            var payload = new byte[32 * 1024];
            for (var i = 0; i < 200; i++)
            {
                await connection.GetDatabase().HashSetAsync("a", $"field{i}", payload);
            }

            await server.SettleAsync(ct);
            var after = await server.SampleAsync(ct);

            var figures = ServerSample.Between(before, after);
            figures.Commands.ShouldNotBeNull().ShouldBe(new Dictionary<string, long> { ["hset"] = 200 });
            figures.CpuSeconds.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(0);
            figures.UsedMemoryDelta.ShouldNotBeNull().ShouldBeInRange(200 * 32 * 1024, 200 * 40 * 1024);
            figures.NetInputBytes.ShouldBeNull();
            ServerSample.FindIncident(before, after).ToText().ShouldBeNull();
        }

        ProcessIdentity.Of(processId).ShouldBeNull();
        Directory.EnumerateFileSystemEntries(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task Two_servers_have_different_ports()
    {
        var ct = TestContext.Current.CancellationToken;
        var target = new EmbeddedTarget(_data.Path);
        var opening = Enumerable.Range(0, 2).Select(_ => target.OpenAsync(new(0), ct)).ToList();
        await using var first = await opening[0];
        await using var second = await opening[1];

        first.EndPoint.ShouldNotBe(second.EndPoint);
        (await first.SampleAsync(ct)).RunId.ShouldNotBe((await second.SampleAsync(ct)).RunId);
    }

    [Fact]
    public async Task Without_its_program_it_is_unavailable_with_a_reason()
    {
        var target = new EmbeddedTarget(_data.Path, programFolder: _data.Path);

        var description = await target.DescribeAsync(TestContext.Current.CancellationToken);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldNotBeNull().ShouldContain("not available for this platform");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), TestContext.Current.CancellationToken))).Reason.ToText()
            .ShouldBe(description.Reason.ToText());
    }

    [Theory]
    [InlineData(0L, "4g")]
    [InlineData(4L << 30, "4g")]
    [InlineData((4L << 30) + 1, "8g")]
    [InlineData(20L << 30, "32g")]
    public void Its_memory_limit_stays_above_what_the_job_stores(long bytes, string argument) =>
        ServerFamily.GarnetMemory(bytes).ShouldBe(argument);
}
