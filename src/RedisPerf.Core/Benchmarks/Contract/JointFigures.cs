using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The figures of a run that several nodes measured together: the mean of each, until the benchmark replaces it.</summary>
public sealed class JointFigures
{
    private readonly IReadOnlyList<NodeFigures> _nodes;

    /// <param name="nodes">The figures of each node.</param>
    public JointFigures(IReadOnlyList<NodeFigures> nodes)
    {
        _nodes = nodes;
        Values = nodes.SelectMany(node => node.Figures).GroupBy(figure => figure.Key, figure => figure.Value).ToDictionary(
            values => values.Key, values => values.Average());
    }

    /// <summary>By name.</summary>
    public IDictionary<string, double> Values { get; }

    /// <summary>The latencies of each node.</summary>
    public IEnumerable<IReadOnlyDictionary<string, LatencyHistogram>> Latencies => _nodes.Select(node => node.Latencies);

    /// <summary>Replaces a figure by the sum of the nodes. Without the figure of a node it is not known.</summary>
    public void Sum(string name) => Replace(name, values => values.Sum());

    /// <summary>Replaces a figure by the largest of the nodes. Without the figure of a node it is not known.</summary>
    public void Max(string name) => Replace(name, values => values.Max());

    /// <summary>Replaces a figure by a percentile of the latencies of all nodes, if enough latencies support it.</summary>
    /// <param name="name">The figure.</param>
    /// <param name="latencies">The name in <see cref="WorkDone.Latencies"/>.</param>
    /// <param name="share">From 0.5 to below 1: 0.999 is p99.9.</param>
    public void Percentile(string name, string latencies, double share)
    {
        var all = new LatencyHistogram();
        foreach (var node in Latencies)
        {
            if (!node.TryGetValue(latencies, out var histogram))
            {
                return;
            }

            all.Add(histogram);
        }

        if (all.Percentile(share) is { } seconds)
        {
            Values[name] = seconds;
        }
    }

    private void Replace(string name, Func<IEnumerable<double>, double> merge)
    {
        double[] values = [.. _nodes.Where(node => node.Figures.ContainsKey(name)).Select(node => node.Figures[name])];
        if (values.Length == _nodes.Count)
        {
            Values[name] = merge(values);
        }
        else
        {
            Values.Remove(name);
        }
    }
}

/// <summary>The figures of a node in a run.</summary>
/// <param name="Figures">By their names in <see cref="WorkDone.Measurements"/>.</param>
/// <param name="Latencies">By their names in <see cref="WorkDone.Latencies"/>.</param>
public sealed record NodeFigures(IReadOnlyDictionary<string, double> Figures, IReadOnlyDictionary<string, LatencyHistogram> Latencies);
