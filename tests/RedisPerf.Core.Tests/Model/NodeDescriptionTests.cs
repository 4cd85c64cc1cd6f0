using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Model;

public class NodeDescriptionTests
{
    private static readonly NodeDescription Node = new()
    { Machine = "machine", Cores = 2, Version = "1.0", Targets = ["local"], Strategies = ["my/writer"] };

    [Theory]
    [InlineData("local", "batch", true)]
    [InlineData("local", "my/writer", true)]
    [InlineData("local", "my/other", false)]
    [InlineData("local", "other/writer", false)]
    [InlineData("embedded", "batch", false)]
    public void It_has_the_job_whose_targets_and_strategies_it_has(string target, string strategy, bool expected) =>
        Node.Has(Samples.Completed.Request with { Targets = [target], Strategies = ["lua", strategy] }).ShouldBe(expected);
}
