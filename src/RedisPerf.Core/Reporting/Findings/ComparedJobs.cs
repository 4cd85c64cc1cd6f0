using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>Several jobs, each compared with one base job. Comparisons with a <see cref="Comparison.Trouble"/> are not included.</summary>
public sealed class ComparedJobs
{
    private readonly Dictionary<(Guid Job, CaseKey Case), CaseComparison> _cases;

    private ComparedJobs(JobReference @base, IReadOnlyList<Comparison> others)
    {
        (Base, Others) = (@base, others);
        _cases = others.SelectMany(other => other.Cases.Select(@case => (other.With.Id, Case: @case)))
            .ToDictionary(each => (each.Id, each.Case.Key), each => each.Case);
        Cases = [.. others.SelectMany(other => other.Cases).Select(@case => @case.Key).Distinct().OrderBy(IsFloor)];
    }

    public JobReference Base { get; }

    /// <summary>In the order of time.</summary>
    public IReadOnlyList<Comparison> Others { get; }

    /// <summary>All jobs in the order of time, with the base at its own time.</summary>
    public IReadOnlyList<JobReference> Jobs => [.. Others.Select(other => other.With).Append(Base).OrderBy(TimeOf)];

    /// <summary>The cases of all jobs; those of the floor are the last ones.</summary>
    public IReadOnlyList<CaseKey> Cases { get; }

    /// <summary>The axes of all jobs.</summary>
    public IReadOnlyList<Axis> Axes => [.. Others.SelectMany(other => other.Axes).DistinctBy(axis => axis.Name)];

    /// <summary>Whether the times are those of an item, because some runs have another number of items.</summary>
    public bool PerItem => Others.Any(other => other.PerItem);

    /// <param name="comparisons">Comparisons with the same base, in any order. That of the base with itself is omitted.</param>
    /// <returns>Null when no job can be compared with the base.</returns>
    public static ComparedJobs? Of(IEnumerable<Comparison> comparisons)
    {
        Comparison[] others = [.. comparisons.Where(comparison => comparison.Trouble is null && comparison.With.Id != comparison.Base.Id)
            .DistinctBy(comparison => comparison.With.Id).OrderBy(comparison => TimeOf(comparison.With))];
        return others.Length == 0 ? null : new(others[0].Base, others);
    }

    /// <summary>The start of a job.</summary>
    public static DateTimeOffset TimeOf(JobReference job) => job.StartedAt ?? job.CreatedAt;

    /// <summary>Whether a case measures the machine.</summary>
    public bool IsFloor(CaseKey @case) => Others.Any(other => other.Floor == @case.Strategy);

    /// <summary>A case in another job; null when neither this job nor the base has it.</summary>
    public CaseComparison? Find(Comparison other, CaseKey @case) => _cases.GetValueOrDefault((other.With.Id, @case));

    /// <summary>A case with the summary of the base; null when the base does not have it.</summary>
    public CaseComparison? FindInBase(CaseKey @case) =>
        Others.Select(other => Find(other, @case)).FirstOrDefault(known => known?.Base is not null);
}
