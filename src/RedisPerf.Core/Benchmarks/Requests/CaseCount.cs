using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>The number of cases of a job: each strategy has one for each combination of the values that affect it.</summary>
public static class CaseCount
{
    /// <summary>The maximum of a job that varies more than its targets, its clients and the option that its benchmark varies by default.</summary>
    public const int Max = 1_000;

    /// <summary>Number of cases of a request, with those of the floor.</summary>
    public static long Of(JobRequest request, BenchmarkInfo info) =>
        info.StrategiesOf(request).Sum(strategy => request.Axes
            .Where(axis => axis.Kind != AxisKind.Option || info.Options.IsAffected(strategy, axis.Name))
            .Aggregate(1L, (count, axis) => Math.Min(int.MaxValue, count * axis.Values.Count)));

    /// <summary>Checks the number of cases before anything is created for them.</summary>
    /// <param name="errors">Receives an error at the axis with the most values.</param>
    internal static void Check(JobRequest request, BenchmarkInfo info, ICollection<FieldError> errors)
    {
        var own = request.Axes
            .Where(axis => axis.Kind is AxisKind.Option or AxisKind.Server && axis.Name != info.MainAxis && axis.Values.Count > 1).ToArray();
        var count = Of(request, info);
        if (own.Length == 0 || count <= Max)
        {
            return;
        }

        var factors = request.Axes.Where(axis => axis.Values.Count > 1)
            .Select(axis => $"{axis.Values.Count} {(axis.Kind == AxisKind.Option ? FieldError.Mention(axis.Name) : axis.Name)}");
        var max = own.MaxBy(axis => axis.Values.Count)!;
        errors.Add(FieldError.About(
            max.Kind == AxisKind.Option ? $"options.{max.Name}" : max.Name,
            string.Create(CultureInfo.InvariantCulture, $"must have fewer values: the job has {count:N0} cases ({request.Strategies.Count} "
                + $"strategies × {string.Join(" × ", factors)}, with the floor), and the maximum is {Max:N0}. Fewer strategies also help.")));
    }
}
