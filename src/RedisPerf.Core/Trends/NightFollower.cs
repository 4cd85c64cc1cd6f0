using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>Follows cases that became slower: whether they still are. A swept job may have hundreds, so what they share is computed once.</summary>
/// <param name="nights">Comparable ones, oldest first; those since a case became slower have its levels too.</param>
public sealed class NightFollower(IReadOnlyList<Night> nights)
{
    /// <summary>With fewer nights before it that have the case, nothing can be said of how a slow one goes on.</summary>
    public const int FewestNights = NightTable.FewestForScatter;

    private readonly NightTable _table = new(nights);
    private readonly Dictionary<(Basis Basis, int First), NightScatter> _scatters = [];

    /// <param name="case">The case.</param>
    /// <param name="first">The number of the first slow night.</param>
    /// <param name="basis">What it is held against.</param>
    /// <param name="ratio">How slow it was when it was called so.</param>
    /// <returns>Null when the last night lacks the case, or too little is known.</returns>
    public Course? Follow(CaseKey @case, int first, Basis basis, double ratio)
    {
        var number = _table.Cases.TakeWhile(each => each != @case).Count();
        if (number == _table.Cases.Count || _table.LevelBefore(number, first) is not { } level || Scatter(basis, first).Of(number) is not { } spread)
        {
            return null;
        }

        var half = Math.Log(ratio) / 2;
        var distances = Enumerable.Range(first, nights.Count - first).Select(night => _table.Distance(number, night, first, basis)).OfType<double>().ToArray();
        var slow = distances.Where(distance => distance > half).ToArray();
        if (distances.Length == 0)
        {
            return null;
        }

        var mean = slow.Length == 0 ? 2 * half : slow.Mean();
        var margin = StudentT.InvCDF(0, 1, spread.Freedom, (1 + NightJudge.Confidence) / 2) * spread.Deviation * Math.Sqrt((1.0 / Math.Max(1, slow.Length)) + (NightScatter.OfMedian / level.Count));
        return new(
            new(Math.Exp(mean), Math.Exp(mean - margin), Math.Exp(mean + margin)),
            distances[^1] > half,
            distances.Length > 2 && distances[^1] <= half && distances[^2] <= half);
    }

    private NightScatter Scatter(Basis basis, int first) =>
        _scatters.TryGetValue((basis, first), out var known) ? known : _scatters[(basis, first)] = new(_table, basis, first);
}
