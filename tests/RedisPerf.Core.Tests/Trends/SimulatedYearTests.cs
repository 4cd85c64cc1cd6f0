using System.Globalization;
using MathNet.Numerics.Distributions;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Trends;

/// <summary>
/// The year of docs/method.md, "Error rates and detection". Seven strategies and a floor, five runs each; the machine's level
/// moves by 3 % from night to night, each strategy's by 1 % of its own.
/// </summary>
public sealed class SimulatedYearTests(ITestOutputHelper output)
{
    private const double Machine = 0.03;
    private const double Own = 0.01;
    private const int StepNight = 80;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_year_in_which_nothing_changes_has_at_most_one_alert(int seed)
    {
        var year = new SimulatedYear(seed, Noise.Usual.Next, Machine, Own).Live();

        year.Alerts.Count.ShouldBeLessThanOrEqualTo(1);
        year.Reruns.ShouldBeLessThan(SimulatedYear.Nights / 5);
    }

    [Fact]
    public void A_tenth_more_in_one_strategy_is_found_within_three_nights()
    {
        var found = Enumerable.Range(0, 10).Count(seed => FindsStep(seed, Noise.Usual.Next, Machine, Own, within: 3));

        found.ShouldBeGreaterThanOrEqualTo(8);
    }

    /// <summary>The table of docs/method.md: takes some minutes, and is run by name alone.</summary>
    [Fact(Explicit = true)]
    public void Tell_how_often_it_errs_and_what_it_finds()
    {
        const int years = 100;
        const int steps = 200;
        (string Name, Func<Random, double> Run)[] noises =
        [
            ("3 %, a bell", Noise.Quiet.Next),
            ("5 %, a bell", random => Math.Exp(Normal.Sample(random, 0, 0.05))),
            ("9 %, one run in ten held up", Noise.Usual.Next),
            ("12 %, one in seven held up", new Noise(0.05, 0.15, 0.2).Next),
            ("18 %, a bell", random => Math.Exp(Normal.Sample(random, 0, 0.18))),
            ("48 %, three in ten held up", Noise.Busy.Next),
        ];
        foreach (var (name, run) in noises)
        {
            foreach (var (machine, own) in new[] { (Machine, Own), (0, 0.03) })
            {
                var quiet = Enumerable.Range(0, years).Select(seed => new SimulatedYear(seed, run, machine, own).Live()).ToArray();
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{name}; machine {machine:0 %}, own {own:0 %}: {quiet.Average(year => year.Alerts.Count):0.00} false alerts a year, {quiet.Count(year => year.Alerts.Count > 1) / (double)years:0 %} of years with more than one, {quiet.Average(year => year.Reruns):0} reruns; a tenth more found in one night {Share(1):0 %}, three {Share(3):0 %}, ten {Share(10):0 %}"));

                double Share(int within) => Enumerable.Range(0, steps).Count(seed => FindsStep(seed, run, machine, own, within)) / (double)steps;
            }
        }
    }

    private static bool FindsStep(int seed, Func<Random, double> run, double machine, double own, int within)
    {
        var @case = seed % 7;
        var year = new SimulatedYear(10_000 + seed, run, machine, own) { Step = (StepNight, @case, 1.1) }.Live();
        return year.Alerts.Exists(alert => alert.Case == SimulatedYear.Cases[@case] && alert.Night >= StepNight && alert.Night < StepNight + within);
    }
}
