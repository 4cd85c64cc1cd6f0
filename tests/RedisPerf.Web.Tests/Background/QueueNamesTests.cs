using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

public sealed class QueueNamesTests
{
    [Theory]
    [InlineData("build-01", "measure-build-01")]
    [InlineData("Build_01.Example", "measure-build_01-example")]
    [InlineData("MÄRZ 2", "measure-m-rz-2")]
    [InlineData("housekeeping", "measure-housekeeping")]
    [InlineData("", "measure-")]
    public void The_queue_of_a_machine_has_only_characters_that_hangfire_accepts(string machine, string queue) =>
        QueueNames.MeasurementQueue(machine).ShouldBe(queue);
}
