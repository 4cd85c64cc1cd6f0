using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Statistics;

public sealed class VerdictsTests
{
    [Theory]
    [InlineData(0.98, 1.02, Verdict.Same)]
    [InlineData(1 / 1.03, 1.03, Verdict.Same)]
    [InlineData(0.98, 0.99, Verdict.Same)]
    [InlineData(1.01, 1.02, Verdict.Same)]
    [InlineData(0.97, 0.99, Verdict.Faster)]
    [InlineData(0.97, 1.0, Verdict.Unclear)]
    [InlineData(1.01, 1.031, Verdict.Slower)]
    [InlineData(1.0, 1.031, Verdict.Unclear)]
    [InlineData(0.9, 1.1, Verdict.Unclear)]
    [InlineData(null, 0.5, Verdict.Unclear)]
    [InlineData(2.0, null, Verdict.Unclear)]
    public void The_interval_decides_the_verdict(double? low, double? high, Verdict verdict) => Verdicts.Decide(low, high).ShouldBe(verdict);
}
