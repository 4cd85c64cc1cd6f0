using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Articles;

/// <summary>Jobs for the tests of published results and their corrections. Default target: <c>embedded</c>.</summary>
internal static class PublishedJobs
{
    public static JobDocument Insert(int items, params (string Strategy, double Seconds, long Operations)[] cases) =>
        Insert(items, ["embedded"], cases);

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
            select new JobEvent.RunEnded(TestCases.Key(@case.Strategy, target), new()
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

    /// <summary>A job with one run of each case.</summary>
    /// <param name="option">The only option that the article's tables require.</param>
    /// <param name="value">The value of the option.</param>
    /// <param name="cases">The cases, each with the seconds and operations of its run.</param>
    public static JobDocument Of(string benchmark, string option, int value, params PublishedCase[] cases)
    {
        var request = new JobRequest
        {
            Benchmark = benchmark,
            Strategies = [.. cases.Select(@case => @case.Strategy).Distinct()],
            Options = new Dictionary<string, JsonElement> { [option] = JsonSerializer.SerializeToElement(value) },
            Targets = ["embedded"],
            Runs = 1,
            Warmups = 0,
            Seed = 1,
        };
        var (info, points) = (Catalogue.Default.Find(benchmark)!.Info, cases.Select(@case => @case.Point).OfType<long>().Distinct().ToArray());
        var axis = info.MainAxis ?? TestCases.Axis;
        request = points.Length == 0 ? request : request.Varying(info, [.. points]);
        var runs = cases.Select(@case => new JobEvent.RunEnded(TestCases.Key(@case.Strategy, "embedded", @case.Point, axis: axis), new()
        {
            Round = 0,
            Warmup = false,
            State = RunState.Ok,
            Verified = true,
            Seconds = @case.Seconds,
            Operations = @case.Operations,
            Figures = @case.Figures,
        }));
        return JobDocuments.Create(Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch), runs, info);
    }
}

/// <summary>A case of <see cref="PublishedJobs.Of"/>.</summary>
internal sealed record PublishedCase(string Strategy, long? Point, double Seconds, long Operations)
{
    public Dictionary<string, double>? Figures { get; init; }
}
