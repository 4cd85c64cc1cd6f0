using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The CPU time of the process that sends the operations, as a share of that of the cores that it may use. Near 1, the run measures
/// the generator and not the server.</summary>
internal static class GeneratorCpu
{
    /// <summary>The measurement of a run that has the number of cores.</summary>
    private const string Cores = "generatorCores";

    /// <summary>The generator is busy from this share on.</summary>
    private const double Busy = 0.9;

    /// <summary>The share of a case, and its notice when the generator is busy.</summary>
    public static IReadOnlyList<FigureColumn> Columns { get; } =
    [
        new("generatorCpu", "generator CPU %", null,
            "CPU time of the process that sends, as a share of that of the cores that it may use; median of the runs.",
            (@case, _) => CaseStatistics.Median(@case, ShareOf)) { Scale = 100 },
        new("generatorBusy", "% of the generator's CPU: bound by the generator", null,
            "The same share from 90% on: the generator, and not the server, limits the operations.",
            (@case, _) => CaseStatistics.Median(@case, ShareOf) is >= Busy and var share ? share : null)
        {
            Scale = 100,
            IsExceptional = true,
            Finding = "is bound by the generator, which used {0}% of the CPU time of its cores",
        },
    ];

    /// <summary>Adds the cores that this process may use.</summary>
    public static void AddTo(IDictionary<string, double> figures) => figures[Cores] = Environment.ProcessorCount;

    /// <summary>Whether the generator of a run was busy; false when it is unknown.</summary>
    public static bool IsBusy(Run run) => ShareOf(run) >= Busy;

    private static double? ShareOf(Run run) => run.Client?.CpuSeconds / (run.Seconds * FigureColumn.OfRun(run, Cores));
}
