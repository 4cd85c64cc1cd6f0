using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

public sealed class JointFiguresTests
{
    [Fact]
    public void A_figure_is_the_mean_until_it_is_replaced()
    {
        var figures = Of(new() { ["mean"] = 1, ["sum"] = 2, ["max"] = 3, ["one"] = 4 }, new() { ["mean"] = 5, ["sum"] = 6, ["max"] = 1 });

        figures.Sum("sum");
        figures.Max("max");

        figures.Values.ShouldBe(new Dictionary<string, double> { ["mean"] = 3, ["sum"] = 8, ["max"] = 3, ["one"] = 4 }, ignoreOrder: true);
    }

    [Fact]
    public void The_sum_is_not_known_without_the_figure_of_a_node()
    {
        var figures = Of(new() { ["memory"] = 1 }, []);

        figures.Sum("memory");

        figures.Values.ShouldBeEmpty();
    }

    [Fact]
    public void A_percentile_is_that_of_the_operations_of_all_nodes()
    {
        // 600 of each node do not support p99, those of both do.
        var figures = new JointFigures(
            [new(new Dictionary<string, double>(), Latencies(600, 1)), new(new Dictionary<string, double>(), Latencies(600, 3))]);

        figures.Percentile("p99", "latency", 0.99);
        figures.Percentile("p999", "latency", 0.999);
        figures.Percentile("median", "other", 0.5);

        figures.Values.Keys.ShouldBe(["p99"]);
        figures.Values["p99"].ShouldBe(3, 0.01);
    }

    private static JointFigures Of(params Dictionary<string, double>[] nodes) =>
        new([.. nodes.Select(figures => new NodeFigures(figures, new Dictionary<string, LatencyHistogram>()))]);

    private static Dictionary<string, LatencyHistogram> Latencies(int count, int seconds)
    {
        var histogram = new LatencyHistogram();
        for (var number = 0; number < count; number++)
        {
            histogram.Record(seconds * Stopwatch.Frequency);
        }

        return new() { ["latency"] = histogram };
    }
}
