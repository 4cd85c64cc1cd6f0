using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Proofs.Statistics;

/// <summary>The error rates of the verdict and the intervals in docs/method.md, over thousands of simulated comparisons.
/// Change both together.</summary>
[Long]
public sealed class FalseVerdictTests(ITestOutputHelper output)
{
    private const int Comparisons = 4_000;

    private const int SequentialComparisons = 400;

    /// <summary>Four standard deviations of a share of 5% of this number of comparisons.</summary>
    private const double Chance = 0.014;

    private static readonly string[] Noises = [nameof(Noise.Quiet), nameof(Noise.Usual), nameof(Noise.Even), nameof(Noise.Busy)];

    public static TheoryData<string, int> Conditions => new MatrixTheoryData<string, int>(Noises, [3, 5, 6, 7, 10, 20, 50]);

    public static TheoryData<string, int> SequentialConditions => new MatrixTheoryData<string, int>(Noises, [1, 10]);

    [Theory]
    [MemberData(nameof(Conditions))]
    public void False_verdicts_are_rare(string noise, int rounds)
    {
        var ratios = Compared(noise, rounds, 1);

        Share(ratios, ratio => ratio.Verdict is Verdict.Faster or Verdict.Slower).ShouldBeLessThanOrEqualTo(Allowed(rounds) + Chance);
    }

    [Theory]
    [MemberData(nameof(Conditions))]
    public void Interval_of_the_ratio_contains_the_true_ratio(string noise, int rounds)
    {
        var ratios = Compared(noise, rounds, 1.1);

        Share(ratios, ratio => ratio.Low <= 1.1 && ratio.High >= 1.1).ShouldBeGreaterThanOrEqualTo(1 - Allowed(rounds) - Chance);
        Share(ratios, ratio => ratio.Verdict == Verdict.Faster).ShouldBeLessThan(0.01);
    }

    [Theory]
    [InlineData(nameof(Noise.Quiet), 10, 0.88)]
    [InlineData(nameof(Noise.Quiet), 20, 0.99)]
    [InlineData(nameof(Noise.Usual), 10, 0.75)]
    [InlineData(nameof(Noise.Usual), 20, 0.97)]
    [InlineData(nameof(Noise.Even), 10, 0.33)]
    [InlineData(nameof(Noise.Even), 20, 0.73)]
    public void Detects_a_difference_of_10_percent(string noise, int rounds, double share) =>
        Share(Compared(noise, rounds, 1.1), ratio => ratio.Verdict == Verdict.Slower).ShouldBeGreaterThan(share);

    // A delay with a probability of 10% occurs in half of all samples of five, and an interval from the sample alone
    // cannot include delays that the sample does not contain.
    [Theory]
    [InlineData(nameof(Noise.Quiet), 5, 0.90, 0.94)]
    [InlineData(nameof(Noise.Quiet), 10, 0.93, 0.97)]
    [InlineData(nameof(Noise.Quiet), 20, 0.93, 0.97)]
    [InlineData(nameof(Noise.Usual), 5, 0.76, 0.86)]
    [InlineData(nameof(Noise.Usual), 10, 0.76, 0.86)]
    [InlineData(nameof(Noise.Usual), 20, 0.78, 0.88)]
    public void Interval_of_the_mean_has_the_documented_coverage(string noise, int runs, double min, double max) =>
        Share(MeanIntervals(noise, runs), interval => Holds(interval, noise)).ShouldBeInRange(min, max);

    [Theory]
    [InlineData(nameof(Noise.Quiet), 5)]
    [InlineData(nameof(Noise.Quiet), 20)]
    [InlineData(nameof(Noise.Usual), 5)]
    [InlineData(nameof(Noise.Usual), 20)]
    public void False_verdicts_between_two_jobs_are_rare(string noise, int runs)
    {
        var random = new Random(3);
        var ratios = Enumerable.Range(0, Comparisons).Select(_ => RatioEstimator.FromUnpairedRuns("base", Runs(), Runs())!).ToArray();

        Share(ratios, ratio => ratio.Verdict is Verdict.Faster or Verdict.Slower).ShouldBeLessThanOrEqualTo(0.05 + Chance);

        double[] Runs() => [.. Enumerable.Range(0, runs).Select(_ => Of(noise).Next(random))];
    }

    [Theory]
    [InlineData(nameof(Noise.Quiet), 3)]
    [InlineData(nameof(Noise.Quiet), 5)]
    [InlineData(nameof(Noise.Usual), 5)]
    [InlineData(nameof(Noise.Even), 5)]
    [InlineData(nameof(Noise.Busy), 5)]
    public void False_verdicts_from_slices_are_rare_during_bursts_of_other_load(string noise, int rounds)
    {
        var ratios = ComparedSlices(noise, rounds, 1);

        Share(ratios, ratio => ratio.Verdict is Verdict.Faster or Verdict.Slower).ShouldBeLessThanOrEqualTo(0.05 + Chance);
    }

    [Theory]
    [InlineData(nameof(Noise.Quiet), 0.99)]
    [InlineData(nameof(Noise.Usual), 0.99)]
    [InlineData(nameof(Noise.Even), 0.95)]
    public void Five_rounds_of_slices_detect_a_difference_of_15_percent_during_bursts(string noise, double share) =>
        Share(ComparedSlices(noise, 5, 1.15), ratio => ratio.Verdict == Verdict.Slower).ShouldBeGreaterThan(share);

    [Theory]
    [MemberData(nameof(SequentialConditions))]
    public void False_verdicts_of_jobs_that_run_until_decided_are_rare(string noise, int slices) =>
        Share(UntilDecided(noise, slices, 1), end => end.Verdict is Verdict.Faster or Verdict.Slower).ShouldBeLessThanOrEqualTo(0.05);

    [Theory]
    [InlineData(nameof(Noise.Quiet), 1, 1.1, 0.99)]
    [InlineData(nameof(Noise.Usual), 1, 1.1, 0.99)]
    [InlineData(nameof(Noise.Even), 1, 1.1, 0.95)]
    [InlineData(nameof(Noise.Quiet), 10, 1.05, 0.99)]
    [InlineData(nameof(Noise.Usual), 10, 1.05, 0.99)]
    [InlineData(nameof(Noise.Even), 10, 1.05, 0.95)]
    public void Jobs_that_run_until_decided_detect_a_difference(string noise, int slices, double factor, double share) =>
        Share(UntilDecided(noise, slices, factor), end => end.Verdict == Verdict.Slower).ShouldBeGreaterThan(share);

    /// <summary>Prints the table of docs/method.md; runs only by name.</summary>
    [Fact(Explicit = true)]
    public void Print_error_rate_and_power()
    {
        foreach (var rounds in new[] { 3, 5, 7, 10, 20, 50 })
        {
            output.WriteLine($"| {rounds} | {Shares(1, ratio => ratio.Verdict is Verdict.Faster or Verdict.Slower)} "
                + $"| {Shares(1.1, ratio => ratio.Low <= 1.1 && ratio.High >= 1.1)} | "
                + $"{Shares(1.1, ratio => ratio.Verdict == Verdict.Slower)} | {string.Join(", ", Noises.Select(MeanHeld))} |");

            string Shares(double factor, Func<Ratio, bool> which) =>
                string.Join(", ", Noises.Select(noise => Percent(Share(Compared(noise, rounds, factor), which))));

            string MeanHeld(string noise) => rounds < 5 ? "none" : Percent(Share(MeanIntervals(noise, rounds), interval => Holds(interval, noise)));
        }

        foreach (var rounds in new[] { 3, 5, 10 })
        {
            output.WriteLine($"| {rounds} | {Shares(1, ratio => ratio.Verdict is Verdict.Faster or Verdict.Slower)} | "
                + $"{Shares(1.1, ratio => ratio.Low <= 1.1 && ratio.High >= 1.1)} | "
                + $"{Shares(1.1, ratio => ratio.Verdict == Verdict.Slower)} | {Shares(1.15, ratio => ratio.Verdict == Verdict.Slower)} |");

            string Shares(double factor, Func<Ratio, bool> which) =>
                string.Join(", ", Noises.Select(noise => Percent(Share(ComparedSlices(noise, rounds, factor), which))));
        }
    }

    /// <summary>Prints the table of docs/method.md about jobs that run until they are decided; runs only by name.</summary>
    [Fact(Explicit = true)]
    public void Print_rounds_until_decided()
    {
        foreach (var slices in new[] { 1, 10 })
        {
            output.WriteLine($"| {slices} | {Ends(1, end => end.Verdict is Verdict.Faster or Verdict.Slower)} | "
                + $"{Ends(1.05, end => end.Verdict == Verdict.Slower)} | {Rounds(1)} | {Rounds(1.05)} | {Rounds(1.15)} |");

            string Ends(double factor, Func<(Verdict Verdict, int Rounds), bool> which) =>
                string.Join(", ", Noises.Select(noise => Percent(Share(UntilDecided(noise, slices, factor), which))));

            string Rounds(double factor) => string.Join(", ",
                Noises.Select(noise => UntilDecided(noise, slices, factor).Average(end => end.Rounds).ToString("0.0", CultureInfo.InvariantCulture)));
        }
    }

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.0}");

    // Student's t assumes a normal distribution, which ratios of alternating runs only approximate: up to 1 percentage point.
    private static double Allowed(int rounds) => rounds < 7 ? 0.06 : 0.05;

    private static (double? Low, double? High)[] MeanIntervals(string noise, int runs)
    {
        var random = new Random(2);
        return [.. Enumerable.Range(0, 1_500).Select(_ => Bootstrap.OfMean([.. Enumerable.Range(0, runs).Select(_ => Of(noise).Next(random))]))];
    }

    private static bool Holds((double? Low, double? High) interval, string noise) =>
        interval.Low <= Of(noise).Mean && interval.High >= Of(noise).Mean;

    private static Ratio[] Compared(string noise, int rounds, double factor)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, Comparisons).Select(_ => RatioEstimator.FromRounds("base", Of(noise).Ratios(random, rounds, factor))!)];
    }

    private static Ratio[] ComparedSlices(string noise, int rounds, double factor)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, Comparisons)
            .Select(_ => RatioEstimator.FromSlices("base", Of(noise).SliceRatios(random, rounds, slices: 10, factor))!)];
    }

    // The verdict at the end of each comparison, with its number of rounds.
    private static (Verdict Verdict, int Rounds)[] UntilDecided(string noise, int slices, double factor)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, SequentialComparisons).Select(_ =>
        {
            double[][] all = slices == 1
                ? [.. Of(noise).Ratios(random, SequentialRule.MaxRounds, factor).Select(ratio => new[] { ratio })]
                : Of(noise).SliceRatios(random, SequentialRule.MaxRounds, slices, factor);
            for (var rounds = SequentialRule.NextCheck(0); ; rounds = SequentialRule.NextCheck(rounds))
            {
                var verdict = RatioEstimator.FromSlices("base", all[..rounds], SequentialRule.Confidence)!.Verdict;
                if (verdict != Verdict.Unclear || rounds == SequentialRule.MaxRounds)
                {
                    return (verdict, rounds);
                }
            }
        })];
    }

    private static double Share<T>(IReadOnlyCollection<T> all, Func<T, bool> which) => (double)all.Count(which) / all.Count;

    private static Noise Of(string name) => (Noise)typeof(Noise).GetProperty(name)!.GetValue(null)!;
}
