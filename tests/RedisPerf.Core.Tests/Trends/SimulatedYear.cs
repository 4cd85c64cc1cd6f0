using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Trends;

/// <summary>
/// A year of nights of seven strategies and their floor, five runs each, as a schedule has them. Each night has its own
/// level; a rerun in the same night has the same one, so it tells nothing about a bad night, only about bad runs.
/// </summary>
internal sealed class SimulatedYear(int seed, Func<Random, double> run, double machine, double own, double memory = 0)
{
    public const int Nights = 365;
    private const int Runs = 5;
    public static readonly CaseKey[] Cases = [.. new[] { "multi-exec", "batch", "gzip", "messagepack", "gzip-messagepack", "lua", "hset", "floor" }.Select(name => new CaseKey(name, "embedded", null))];

    private readonly Random _random = new(seed);

    /// <summary>The night from which one strategy takes longer, and by which factor.</summary>
    public (int Night, int Case, double Factor)? Step { get; init; }

    /// <summary>The alerts: the night, and the case. One lasts until the year's end.</summary>
    public List<(int Night, CaseKey Case, Basis Basis)> Alerts { get; } = [];

    public int Reruns { get; private set; }

    public SimulatedYear Live()
    {
        var nights = new List<Night>();
        var since = new Dictionary<CaseKey, int>();
        var machineNow = 0.0;
        for (var night = 0; night < (Step?.Night + 15 ?? Nights); night++)
        {
            machineNow = (memory * machineNow) + (Math.Sqrt(1 - (memory * memory)) * Bell(machine));
            var levels = Cases.Select((_, index) => machineNow + Bell(own) + (Step is { } step && index == step.Case && night >= step.Night ? Math.Log(step.Factor) : 0)).ToArray();
            var runs = Measure(levels, Cases);
            var tonight = new Night(NewId(night), default, Medians(runs));
            Night[] known = [.. nights.Select((each, index) => each with { Levels = each.Levels.Where(level => !since.TryGetValue(level.Key, out var from) || index < from).ToDictionary() }), tonight];
            known = known[Math.Max(0, known.Length - 1 - NightJudge.MostNights)..];
            var suspicious = NightJudge.Judge(known).Where(judgement => judgement.IsSuspicious && !since.ContainsKey(judgement.Case)).Select(judgement => judgement.Case).ToHashSet();
            if (suspicious.Count > 0)
            {
                Reruns++;
                var others = Cases.Where(@case => !suspicious.Contains(@case)).ToArray();
                CaseKey[] cases = [.. suspicious, .. others.Take(3), .. others.Where(@case => @case.Strategy == "floor")];
                var again = Measure(levels, [.. cases.Distinct()]);
                tonight = tonight with { Again = Medians(again), Levels = Medians(runs.ToDictionary(each => each.Key, each => (double[])[.. each.Value, .. again.GetValueOrDefault(each.Key, [])])) };
                known[^1] = tonight;
                foreach (var judgement in NightJudge.Judge(known).Where(judgement => suspicious.Contains(judgement.Case) && judgement.IsConfirmed))
                {
                    Alerts.Add((night, judgement.Case, judgement.Basis));
                    since[judgement.Case] = night - judgement.Nights + 1;
                }
            }

            nights.Add(tonight);
        }

        return this;
    }

    private Dictionary<CaseKey, double[]> Measure(double[] levels, CaseKey[] cases) => cases.ToDictionary(
        @case => @case,
        @case => Enumerable.Range(0, Runs).Select(_ => levels[Array.IndexOf(Cases, @case)] + Math.Log(run(_random))).ToArray());

    private static Dictionary<CaseKey, double> Medians(Dictionary<CaseKey, double[]> runs) => runs.ToDictionary(each => each.Key, each => each.Value.Median());

    private double Bell(double deviation) => deviation == 0 ? 0 : Normal.Sample(_random, 0, deviation);

    private static Guid NewId(int night) => new(night, 0, 0, new byte[8]);
}
