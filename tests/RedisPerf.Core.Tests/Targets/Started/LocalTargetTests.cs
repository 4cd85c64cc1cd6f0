using System.Runtime.Versioning;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class LocalTargetTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task It_reports_engine_and_version_without_a_start()
    {
        var description = await Installed().DescribeAsync(TestContext.Current.CancellationToken);

        description.Reason.ToText().ShouldBeNull();
        description.Engine.ShouldBeOneOf("Redis", "Valkey");
        description.Version.ShouldNotBeNull().ShouldMatch(@"^\d+\.\d+");
        Directory.Exists(_data.Servers).ShouldBeFalse();
    }

    [Fact]
    public async Task It_runs_without_persistence_and_every_figure_is_reported()
    {
        var ct = TestContext.Current.CancellationToken;
        await using var server = await Installed().OpenAsync(new(0), ct);
        server.Environment.Settings["save"].ShouldBe("off");
        server.Environment.Settings["appendonly"].ShouldBe("no");
        server.Environment.Settings["maxmemory"].ShouldBe("0");

        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(30), ct);
        var before = await server.SampleAsync(ct);
        var payload = new byte[32 * 1024];
        for (var i = 0; i < 500; i++)
        {
            await connection.GetDatabase().HashSetAsync("a", $"field{i}", payload);
        }

        var after = await server.SampleAsync(ct);

        var figures = ServerSample.Between(before, after);
        figures.Commands.ShouldNotBeNull().ShouldBe(new Dictionary<string, long> { ["hset"] = 500 });
        figures.NetInputBytes.ShouldNotBeNull().ShouldBeInRange(500 * 32 * 1024, 500 * 33 * 1024);
        figures.UsedMemoryDelta.ShouldNotBeNull().ShouldBeInRange(500 * 32 * 1024, 500 * 48 * 1024);
        figures.CpuSeconds.ShouldNotBeNull().ShouldBeGreaterThan(0);

        await connection.GetDatabase().ExecuteAsync("UNLINK", "a");
        await server.SettleAsync(ct);
        (await server.SampleAsync(ct)).UsedMemory.ShouldNotBeNull().ShouldBeLessThan(after.UsedMemory!.Value - (500 * 32 * 1024));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task The_program_that_reports_its_version_inherits_no_setting()
    {
        const string Variable = "RedisPerf__Targets__96__Connection";
        Environment.SetEnvironmentVariable(Variable, "redis.example.com,password=open-sesame");
        try
        {
            var description = await new LocalTarget(
                LocalTarget.TargetName, Script("""printf 'Redis server v=7.0.0-%s\n' "${#RedisPerf__Targets__96__Connection}" """), _data.Path)
                .DescribeAsync(TestContext.Current.CancellationToken);

            description.Version.ShouldBe("7.0.0-0");
        }
        finally
        {
            Environment.SetEnvironmentVariable(Variable, null);
        }
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_program_that_could_not_start_once_is_queried_again()
    {
        var program = Script("printf 'Redis server v=7.0.0 sha=0\n'");
        var target = new LocalTarget(LocalTarget.TargetName, program, _data.Path);
        File.SetUnixFileMode(program, UnixFileMode.UserRead);
        (await target.DescribeAsync(TestContext.Current.CancellationToken)).Status.ShouldBe(TargetStatus.Unavailable);

        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        (await target.DescribeAsync(TestContext.Current.CancellationToken)).Version.ShouldBe("7.0.0");
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_program_that_does_not_answer_is_killed_with_its_own_processes()
    {
        var child = Path.Combine(_data.Path, "child");

        var description = await new LocalTarget(LocalTarget.TargetName, Script($"sleep 1000 & echo $! > {child}; wait"), _data.Path)
            .DescribeAsync(TestContext.Current.CancellationToken);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        var id = (await File.ReadAllTextAsync(child, TestContext.Current.CancellationToken)).Trim();
        // Its parent has ended, so another process reads its exit code.
        await Poll.UntilAsync(
            async () => !File.Exists($"/proc/{id}/stat") || (await File.ReadAllTextAsync($"/proc/{id}/stat", Ct)).Split(' ')[2] == "Z");
    }

    [UnsupportedOSPlatform("windows")]
    private string Script(string body)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The script is for a shell, and the processes are found in /proc.");
        var path = Path.Combine(Directory.CreateDirectory(_data.Path).FullName, "redis-server");
        File.WriteAllText(path, $"#!/bin/sh\n{body}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }

    private LocalTarget Installed()
    {
        var target = LocalTarget.Find(_data.Path)[0];
        Assert.SkipUnless(target.IsInstalled, "Neither redis-server nor valkey-server is installed here.");
        return target;
    }
}
