using BenchmarkDotNet.Attributes;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Micro;

/// <summary>Computes the summaries of a job of eight strategies.</summary>
[MemoryDiagnoser]
public class Statistics
{
    private const int Strategies = 8;

    private CaseResult[] _cases = null!;

    [Params(5, 100)]
    public int Runs { get; set; }

    [GlobalSetup]
    public void Prepare()
    {
        var random = new Random(1);
        _cases =
        [
            .. Enumerable.Range(0, Strategies).Select(strategy => CaseResult.Of(
                new($"strategy-{strategy}", Coordinates.Of("target")),
                [.. Enumerable.Range(0, Runs).Select(round => RunOf(round, 1 + random.NextDouble()))])),
        ];
    }

    [Benchmark]
    [BenchmarkCategory(Category.Short)]
    public IReadOnlyList<CaseResult> Summarize() => Summaries.Of(_cases, "strategy-0", "strategy-1");

    private static Run RunOf(int round, double seconds) => new()
    {
        Round = round,
        Warmup = false,
        State = RunState.Ok,
        Verified = true,
        Seconds = seconds,
        Operations = 30_000,
        PayloadBytes = 983_040_000,
    };
}
