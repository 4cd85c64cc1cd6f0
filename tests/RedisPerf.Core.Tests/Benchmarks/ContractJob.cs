using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>Jobs for the contract of all strategies with the runner.</summary>
internal static class ContractJob
{
    // The client encrypts: what differs by the values or by a cancel does not differ by TLS.
    private static readonly string[] Engines = [EmbeddedTarget.TargetName, LocalTarget.TargetName, LocalTarget.ValkeyName];

    // A server that is not installed has skipped tests, with the reason. The cluster has its own tests.
    private static readonly string[] Targets = [.. Engines, LocalTarget.TlsName];

    public static TheoryData<string, string> Benchmarks => [.. from sample in ContractSample.All from target in Targets select (sample.Benchmark, target)];

    /// <summary>The benchmarks that take the values of a user.</summary>
    public static TheoryData<string, string> PayloadBenchmarks =>
        [.. from sample in ContractSample.All where Catalogue.Default.Find(sample.Benchmark)!.Info.CheckPayload is not null from target in Engines select (sample.Benchmark, target)];

    /// <summary>The benchmarks that generate values of several sizes.</summary>
    public static TheoryData<string, string> SizesBenchmarks => [.. from sample in ContractSample.All where sample.SizesJob is not null from target in Engines select (sample.Benchmark, target)];

    /// <summary>The strategies that use a server.</summary>
    public static TheoryData<string, string, string> StrategiesOnServers => [.. Catalogue.Default.Benchmarks.SelectMany(benchmark =>
        from strategy in benchmark.Info.Strategies
        where ContractSample.Of(benchmark.Info.Name).IsOnServer(strategy.Name)
        from target in Engines
        select (benchmark.Info.Name, strategy.Name, target))];

    /// <summary>A job with all strategies of a benchmark.</summary>
    public static Job Of(string benchmark, string target, string options, SamplePayload? payload = null) =>
        Of(benchmark, [.. Catalogue.Default.Find(benchmark)!.Info.Strategies.Select(strategy => strategy.Name)], target, options, payload);

    public static Job Of(string benchmark, string[] strategies, string target, string options, SamplePayload? payload = null)
    {
        RunningServers.SkipUnlessThere(target);
        var fields = TestJobs.Rounds(runs: 1, warmups: 1);
        var draft = TestJobs.Draft(benchmark, strategies, options) with { Targets = [target], Fields = fields };
        return payload is null
            ? TestJobs.Of(draft)
            : TestJobs.Of(draft with { Fields = fields.Append(new(RequestFields.Payload, JsonSerializer.SerializeToElement(payload.Description.Hash))).ToDictionary() }, payload.Store.Find);
    }
}
