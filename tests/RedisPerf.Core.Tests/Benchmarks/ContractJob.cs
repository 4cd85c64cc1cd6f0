using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>Jobs for the contract of all strategies with the runner.</summary>
internal static class ContractJob
{
    public static TheoryData<string> Benchmarks => [.. ContractSample.All.Select(sample => sample.Benchmark)];

    /// <summary>The benchmarks that take the values of a user.</summary>
    public static TheoryData<string> PayloadBenchmarks =>
        [.. from sample in ContractSample.All where Catalogue.Default.Find(sample.Benchmark)!.Info.CheckPayload is not null select sample.Benchmark];

    /// <summary>The benchmarks that generate values of several sizes.</summary>
    public static TheoryData<string> SizesBenchmarks =>
        [.. from sample in ContractSample.All where sample.SizesJob is not null select sample.Benchmark];

    /// <summary>A job with all safe strategies of a benchmark.</summary>
    public static Job Of(string benchmark, string options, SamplePayload? payload = null) =>
        Of(benchmark, [.. ContractSample.Of(benchmark).Safe.Select(strategy => strategy.Name)], options, payload);

    public static Job Of(string benchmark, string[] strategies, string options, SamplePayload? payload = null)
    {
        var fields = TestJobs.Rounds(runs: 1, warmups: 1);
        var draft = TestJobs.Draft(benchmark, strategies, options) with { Fields = fields };
        return payload is null
            ? TestJobs.Of(draft)
            : TestJobs.Of(draft with
            {
                Fields = fields.Append(
                new(RequestFields.Payload, JsonSerializer.SerializeToElement(payload.Description.Hash))).ToDictionary()
            }, payload.Store.Find);
    }
}
