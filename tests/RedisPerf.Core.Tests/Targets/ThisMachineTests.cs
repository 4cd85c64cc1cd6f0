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
    public void Available_memory_is_less_than_total()
    {
        var available = MachineMemory.Available();
        output.WriteLine($"{available} of {MachineMemory.Total()}");

        available.ShouldNotBeNull().ShouldBeInRange(1, MachineMemory.Total());
    }
}
