namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The options of a benchmark whose runs several nodes can measure together. Its cases then have <see cref="Case.Shares"/>.</summary>
public interface ISharedLoad
{
    /// <summary>Why the work of a run cannot be divided equally; null when it can.</summary>
    /// <param name="nodes">Number of nodes.</param>
    /// <returns>The option, and the rest of a sentence that starts with its name.</returns>
    (string Option, string Predicate)? FindObstacle(int nodes);

    /// <summary>Replaces the figures of a run that are not the mean of those of the nodes.</summary>
    void Merge(JointFigures figures)
    {
    }
}
