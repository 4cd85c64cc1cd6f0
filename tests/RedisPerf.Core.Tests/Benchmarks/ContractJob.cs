using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>Jobs for the contract of all strategies with the runner.</summary>
internal static class ContractJob
{
    /// <summary>A seed that orders the first round so that the strategy to cancel runs before the floor.</summary>
    private static readonly int StrategyFirst = Enumerable.Range(1, 100).First(seed => new RoundOrder(seed).Next(["strategy", "floor"])[0] == "strategy");

    // A server that is not installed has skipped tests, with the reason. The cluster has its own tests.
    private static readonly string[] Targets = [EmbeddedTarget.TargetName, LocalTarget.TargetName, LocalTarget.ValkeyName, LocalTarget.TlsName];

    public static TheoryData<string, string, string> Strategies => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in benchmark.Info.Strategies
        from target in Targets
        select (benchmark.Info.Name, strategy.Name, target))];

    /// <summary>The strategies of the benchmarks that take the values of a user.</summary>
    public static TheoryData<string, string, string> PayloadStrategies =>
        [.. Strategies.Select(row => row.Data).Where(row => Catalogue.Default.Find(row.Item1)!.Info.CheckPayload is not null)];

    /// <summary>The strategies of the benchmarks that generate values of several sizes.</summary>
    public static TheoryData<string, string, string> SizesStrategies => [.. Strategies.Select(row => row.Data).Where(row => ContractSample.Of(row.Item1).SizesJob is not null)];

    public static Job Of(string benchmark, string strategy, string target, string options, SamplePayload payload)
    {
        RunningServers.SkipUnlessThere(target);
        var fields = TestJobs.Rounds(runs: 1, warmups: 1, seed: StrategyFirst).Append(new(RequestFields.Payload, JsonSerializer.SerializeToElement(payload.Description.Hash)));
        return TestJobs.Of(TestJobs.Draft(benchmark, [strategy], options) with { Targets = [target], Fields = fields.ToDictionary() }, payload.Store.Find);
    }

    public static Job Of(string benchmark, string strategy, string target, string options)
    {
        RunningServers.SkipUnlessThere(target);
        return TestJobs.Of(TestJobs.Draft(benchmark, [strategy], options) with
        {
            Targets = [target],
            Fields = TestJobs.Rounds(runs: 1, warmups: 1, seed: StrategyFirst),
        });
    }
}
