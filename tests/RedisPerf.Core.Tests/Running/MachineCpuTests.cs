using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Running;

public class MachineCpuTests
{
    [Fact]
    public void The_first_line_of_proc_stat_is_read_as_busy_idle_and_stolen() =>
        // user nice system idle iowait irq softirq steal guest guest_nice; the guests are in user and nice already.
        MachineCpu.Parse("cpu  100 20 30 400 50 6 7 80 90 10").ShouldBe(new MachineCpu(Busy: 163, Idle: 450, Stolen: 80));

    [Fact]
    public void A_line_with_too_few_fields_is_ignored() => MachineCpu.Parse("cpu  100 20 30 400").ShouldBeNull();

    [Fact]
    public void This_machine_s_counters_only_grow()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reports how the CPU time was spent.");
        var before = MachineCpu.Now().ShouldNotBeNull();
        var spent = MachineCpu.Now().ShouldNotBeNull() - before;
        spent.Total.ShouldBeGreaterThanOrEqualTo(0);
        before.Busy.ShouldBeGreaterThan(0);
    }
}
