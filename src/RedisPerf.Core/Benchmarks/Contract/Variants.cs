using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One combination of the values of the options that a job varies.</summary>
/// <param name="At">The values of these options.</param>
/// <param name="Options">The options of the benchmark with these values.</param>
public sealed record Variant<T>(Coordinates At, T Options);

/// <summary>The combinations of the values of the options that a job varies.</summary>
public static class Variants
{
    /// <summary>The coordinates of each combination; a single one without an axis when the job varies no option.</summary>
    public static IEnumerable<Coordinates> Of(JobRequest request) => ((OptionSet)request.Options).Combinations;

    /// <summary>The combinations with their options.</summary>
    public static IReadOnlyList<Variant<T>> Of<T>(JobRequest request) =>
        [.. Of(request).Select(at => new Variant<T>(at, request.OptionsAt<T>(at)))];

    /// <summary>Creates the cases of a job: those of each combination, in the order of the strategies. A strategy that an option does not affect
    /// has one case for all values of the option.</summary>
    /// <param name="request">Names the strategies.</param>
    /// <param name="info">The benchmark, which declares what each option affects.</param>
    /// <param name="create">Creates the case of a strategy; null when the combination leaves it nothing to measure.</param>
    public static IReadOnlyList<Case> CreateCases<T>(JobRequest request, BenchmarkInfo info, Func<StrategyInfo, Variant<T>, Case?> create)
    {
        var variants = Of<T>(request);
        var cases = new List<Case>();
        foreach (var strategy in info.StrategiesOf(request))
        {
            foreach (var own in variants.GroupBy(variant => variant.At.Only(option => info.Options.IsAffected(strategy, option))))
            {
                if ((strategy.IsReference ? new MachineReference(info.ComparedFigure?.Name) : create(strategy, own.First())) is { } item)
                {
                    // A benchmark can compute a value from several options.
                    item.At = item.At == Coordinates.None ? own.Key : own.Key.With(item.At.Only(axis => own.Key[axis] is not null));
                    cases.Add(item);
                }
            }
        }

        return cases;
    }
}

/// <summary>Data that the variants of a job share, by the options on which it depends.</summary>
/// <param name="create">Creates the data of some options once.</param>
internal sealed class VariantData<TOptions, TData>(Func<TOptions, TData> create)
    where TOptions : notnull
{
    private readonly Dictionary<TOptions, TData> _known = [];

    /// <param name="options">Those on which the data does not depend have the same value in each variant.</param>
    public TData Of(TOptions options)
    {
        if (!_known.TryGetValue(options, out var data))
        {
            _known[options] = data = create(options);
        }

        return data;
    }
}
