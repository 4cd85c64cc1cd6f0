using MathNet.Numerics.Distributions;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>A model of measured run times: a log-normal distribution, occasional delayed runs, a machine that becomes slower over the
/// rounds, and a second run of a round that is a little faster than the first.</summary>
/// <param name="Spread">Standard deviation of the logarithms.</param>
/// <param name="Held">Share of delayed runs.</param>
/// <param name="HeldBy">Mean delay relative to the time of the run.</param>
public sealed record Noise(double Spread, double Held, double HeldBy)
{
    /// <summary>Drift over the rounds of a comparison, from the first to the last.</summary>
    private const double Drift = 1.15;

    private const double FirstInRound = 1.04;

    public static Noise Quiet { get; } = new(0.03, 0, 0);

    public static Noise Usual { get; } = new(0.03, 0.1, 0.2);

    /// <summary>Runs of about a second on a shared machine with two cores: much scatter, no outliers.</summary>
    public static Noise Even { get; } = new(0.088, 0, 0);

    public static Noise Busy { get; } = new(0.06, 0.3, 0.8);

    /// <summary>Factors of the runs.</summary>
    public double Mean => Math.Exp(Spread * Spread / 2) * (1 + (Held * HeldBy));

    public double Next(Random random) =>
        Math.Exp(Normal.Sample(random, 0, Spread)) * (1 + (random.NextDouble() < Held ? Exponential.Sample(random, 1 / HeldBy) : 0));

    /// <summary>The slices of two cases that take turns while another process takes half of the machine in bursts. A burst lasts for ten
    /// slices on average, so neighbouring slices depend on each other.</summary>
    /// <returns>For each round, the ratio of each turn.</returns>
    public double[][] SliceRatios(Random random, int rounds, int slices, double factor)
    {
        const double BurstBegins = 0.05, BurstEnds = 0.1, BurstFactor = 1.8;
        var isBurst = false;
        return [.. Enumerable.Range(0, rounds).Select(_ => Enumerable.Range(0, slices).Select(_ =>
        {
            var baseIsFirst = random.Next(2) == 0;
            var (first, second) = (Slice(), Slice());
            return factor * (baseIsFirst ? second / first : first / second);
        }).ToArray())];

        double Slice()
        {
            isBurst = random.NextDouble() < (isBurst ? 1 - BurstEnds : BurstBegins);
            return Next(random) * (isBurst ? BurstFactor : 1);
        }
    }

    /// <summary>Rounds of two alternating cases, the second of which takes <paramref name="factor"/> times as long.</summary>
    /// <returns>The ratio of each round.</returns>
    public double[] Ratios(Random random, int rounds, double factor) => [.. Enumerable.Range(0, rounds).Select(round =>
    {
        var machine = 1 + ((Drift - 1) * round / rounds);
        var baseIsFirst = random.Next(2) == 0;
        var (baseline, other) = (Next(random) * (baseIsFirst ? FirstInRound : 1), Next(random) * (baseIsFirst ? 1 : FirstInRound));
        return machine * factor * other / (machine * baseline);
    })];
}
