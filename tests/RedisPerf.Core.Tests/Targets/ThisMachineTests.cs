using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

public sealed class ThisMachineTests(ITestOutputHelper output)
{
    [Fact]
    public void The_environment_names_machine_client_and_program()
    {
        var environment = ThisMachine.CreateEnvironment([]);
        output.WriteLine(environment.ToString());

        environment.Client.ShouldMatch(@"^StackExchange\.Redis \d+\.\d+\.\d+$");
        environment.Version.ShouldMatch(@"^\d+\.\d+\.\d+");
        environment.Cores.ShouldBe(Environment.ProcessorCount);
        environment.Machine.ShouldNotBeEmpty();
        environment.Os.ShouldNotBeEmpty();
        environment.Runtime.ShouldStartWith(".NET ");
        environment.Memory.ShouldNotBeNull().ShouldBeGreaterThan(256L << 20);
    }

    [Fact]
    public void The_platform_names_the_kernel_and_no_frequency()
    {
        var platform = MachinePlatform.Read();
        output.WriteLine(string.Join("\n", platform.Select(each => $"{each.Key}: {each.Value}")));

        platform["kernel"].ShouldBe(File.ReadAllText("/proc/sys/kernel/osrelease").Trim());
        platform["cpu limit"].ShouldMatch(@"^(none|\d+(\.\d+)? cores)$");
        platform.Keys.ShouldNotContain(name => name.Contains("mhz", StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("0::/system.slice/app.service", "system.slice/cpu.max", "150000 100000", "1.5 cores")]
    [InlineData("0::/", "cpu.max", "max 100000", "none")]
    [InlineData("4:cpu,cpuacct:/docker/1", "cpu/cpu.cfs_quota_us", "50000", "0.5 cores")]
    [InlineData("4:cpu,cpuacct:/docker/1", "cpu/cpu.cfs_quota_us", "-1", "none")]
    [InlineData("4:memory:/docker/1", "cpu/cpu.cfs_quota_us", "50000", "none")]
    public void The_CPU_limit_is_that_of_the_control_group(string groups, string file, string content, string limit) =>
        MachinePlatform.CpuLimit(groups, path => path == file ? content : path == "cpu/cpu.cfs_period_us" ? "100000" : null).ShouldBe(limit);

    [Fact]
    public void Available_memory_is_less_than_total()
    {
        var available = MachineMemory.Available();
        output.WriteLine($"{available} of {MachineMemory.Total()}");

        available.ShouldNotBeNull().ShouldBeInRange(1, MachineMemory.Total());
    }
}
