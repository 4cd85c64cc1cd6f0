using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Trends;

/// <summary>A year of daily scheduled runs of seven strategies and their floor, five runs each. Each scheduled run has its own level, and
/// its rerun has the same one, so a rerun shows noise within a run and not between runs.</summary>
internal sealed class SimulatedYear(int seed, Func<Random, double> run, double machine, double own, double memory = 0)
{
    public const int Days = 365;
    private const int Runs = 5;
    public static readonly CaseKey[] Cases = [.. new[] { "multi-exec", "batch", "gzip", "messagepack", "gzip-messagepack", "lua", "hset", "floor" }
        .Select(name => TestCases.Key(name, "embedded"))];

    private readonly Random _random = new(seed);

    /// <summary>The first day on which one strategy takes longer, and the factor.</summary>
    public (int Day, int Case, double Factor)? Step { get; init; }

    /// <summary>The strategy that measures the machine; null to ignore what it shows.</summary>
    public string? Floor { get; init; } = "floor";

    /// <summary>By how much the machine is slower on a day, as a logarithm.</summary>
    public Func<int, double> Moved { get; init; } = _ => 0;

    /// <summary>Recorded jobs instead of simulated runs; null to simulate runs.</summary>
    public RecordedJobs? Recorded { get; init; }

    /// <summary>The alerts of strategies: nothing changed but the machine.</summary>
    public int FalseAlerts => Alerts.Count(alert => alert.Case.Strategy != "floor");

    /// <summary>The alerts. An alert remains active until the end of the year.</summary>
    public List<(int Day, CaseKey Case, Basis Basis)> Alerts { get; } = [];

    /// <summary>The improvements. A case has the next one after ten days at the earliest.</summary>
    public List<(int Day, CaseKey Case)> Improvements { get; } = [];

    public int Reruns { get; private set; }

    public SimulatedYear Simulate()
    {
        var runs = new List<ScheduledRun>();
        var since = new Dictionary<CaseKey, int>();
        var machineNow = 0.0;
        for (var day = 0; day < (Step?.Day + 15 ?? Days); day++)
        {
            machineNow = (memory * machineNow) + (Math.Sqrt(1 - (memory * memory)) * NormalSample(machine));
            var levels = Cases.Select((_, each) =>
                machineNow + Moved(day) + NormalSample(own)
                    + (Step is { } step && each == step.Case && day >= step.Day ? Math.Log(step.Factor) : 0)).ToArray();
            var times = Recorded?.TimesOf(day, Cases) ?? Measure(levels, Cases);
            var last = new ScheduledRun(NewId(day), default, Medians(times));
            ScheduledRun[] known = [.. runs.Select((each, index) =>
                each with
                {
                    Levels = each.Levels.Where(level => !since.TryGetValue(level.Key, out var from) || index < from).ToDictionary(),
                    AllLevels = each.Levels,
                }), last];
            known = known[Math.Max(0, known.Length - 1 - RegressionDetector.MaximumRuns)..];
            var suspicious = RegressionDetector.Detect(known, Floor).Where(check => check.IsSuspicious && !since.ContainsKey(check.Case))
                .Select(check => check.Case).ToHashSet();
            if (suspicious.Count > 0)
            {
                Reruns++;
                var others = Cases.Where(@case => !suspicious.Contains(@case)).ToArray();
                CaseKey[] cases = [.. suspicious, .. others.Take(3), .. others.Where(@case => @case.Strategy == "floor")];
                var rerun = Recorded?.TimesOf(day, [.. cases.Distinct()], isRerun: true) ?? Measure(levels, [.. cases.Distinct()]);
                last = last with
                {
                    RerunLevels = Medians(rerun),
                    Levels = Medians(
                    times.ToDictionary(each => each.Key, each => (double[])[.. each.Value, .. rerun.GetValueOrDefault(each.Key, [])]))
                };
                known[^1] = last;
                foreach (var check in RegressionDetector.Detect(known, Floor).Where(check => suspicious.Contains(check.Case) && check.IsConfirmed))
                {
                    Alerts.Add((day, check.Case, check.Basis));
                    since[check.Case] = day - check.Runs + 1;
                }
            }

            Improvements.AddRange(RegressionDetector.DetectFaster(known, Floor).Select(check => (day, check.Case)).Where(found =>
                !since.ContainsKey(found.Case)
                && !Improvements.Exists(other => other.Case == found.Case && day - other.Day < RegressionDetector.MinimumRuns)));
            runs.Add(last);
        }

        return this;
    }

    private Dictionary<CaseKey, double[]> Measure(double[] levels, CaseKey[] cases) => cases.ToDictionary(
        @case => @case,
        @case => Enumerable.Range(0, Runs).Select(_ => levels[Array.IndexOf(Cases, @case)] + Math.Log(run(_random))).ToArray());

    private static Dictionary<CaseKey, double> Medians(Dictionary<CaseKey, double[]> runs) =>
        runs.ToDictionary(each => each.Key, each => each.Value.Median());

    private double NormalSample(double deviation) => deviation == 0 ? 0 : Normal.Sample(_random, 0, deviation);

    private static Guid NewId(int day) => new(day, 0, 0, new byte[8]);
}
