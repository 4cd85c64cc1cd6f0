using MathNet.Numerics.Distributions;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>
/// How the times of runs spread, as measured: a bell on the logarithms, now and then a run that something held up, a
/// machine that slows down over the rounds, and the second of a round a little faster than the first.
/// </summary>
/// <param name="Spread">Standard deviation of the logarithms.</param>
/// <param name="Held">Share of runs that something held up.</param>
/// <param name="HeldBy">By so much of their time on the average.</param>
public sealed record Noise(double Spread, double Held, double HeldBy)
{
    /// <summary>Over a comparison's rounds, from the first to the last.</summary>
    private const double Drift = 1.15;

    private const double FirstInRound = 1.04;

    public static Noise Quiet { get; } = new(0.03, 0, 0);

    public static Noise Usual { get; } = new(0.03, 0.1, 0.2);

    /// <summary>Runs of about a second on a shared machine of two cores: all scatter, and none lies far out.</summary>
    public static Noise Even { get; } = new(0.088, 0, 0);

    public static Noise Busy { get; } = new(0.06, 0.3, 0.8);

    /// <summary>Of the runs' factors.</summary>
    public double Mean => Math.Exp(Spread * Spread / 2) * (1 + (Held * HeldBy));

    public double Next(Random random) =>
        Math.Exp(Normal.Sample(random, 0, Spread)) * (1 + (random.NextDouble() < Held ? Exponential.Sample(random, 1 / HeldBy) : 0));

    /// <summary>Rounds of two cases in turned order, the second of which takes <paramref name="factor"/> times as long.</summary>
    /// <returns>Each round's ratio.</returns>
    public double[] Ratios(Random random, int rounds, double factor) => [.. Enumerable.Range(0, rounds).Select(round =>
    {
        var machine = 1 + ((Drift - 1) * round / rounds);
        var baseIsFirst = random.Next(2) == 0;
        var (baseline, other) = (Next(random) * (baseIsFirst ? FirstInRound : 1), Next(random) * (baseIsFirst ? 1 : FirstInRound));
        return machine * factor * other / (machine * baseline);
    })];
}
