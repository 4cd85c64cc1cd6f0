using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;

namespace RedisPerf.Core.Tests.Reporting.Articles;

/// <summary>Jobs of <c>insert</c> for the tests of what stands beside an article: every strategy takes its seconds and does its operations.</summary>
internal static class PublishedJobs
{
    public static JobDocument Insert(int items, params (string Strategy, double Seconds, long Operations)[] cases) => Insert(items, ["embedded"], cases);

    public static JobDocument Insert(int items, string[] targets, params (string Strategy, double Seconds, long Operations)[] cases)
    {
        var request = new JobRequest
        {
            Benchmark = "insert",
            Strategies = [.. cases.Select(@case => @case.Strategy)],
            Options = new Dictionary<string, JsonElement>
            {
                ["items"] = JsonSerializer.SerializeToElement(items),
                ["payloadBytes"] = JsonSerializer.SerializeToElement(32_768),
            },
            Targets = targets,
            Runs = 1,
            Warmups = 0,
            Seed = 1,
        };
        var runs =
            from target in targets
            from @case in cases
            select new JobEvent.RunEnded(new(@case.Strategy, target, null), new()
            {
                Round = 0,
                Warmup = false,
                State = RunState.Ok,
                Verified = true,
                Seconds = @case.Seconds,
                Operations = @case.Operations,
                PayloadBytes = items * 32_768L,
            });
        return JobDocuments.Create(Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch), runs, Catalogue.Default.Find("insert")!.Info);
    }
}
