using System.Globalization;
using MathNet.Numerics.Distributions;
using RedisPerf.Core.Tests.Statistics;

namespace RedisPerf.Core.Tests.Trends;

/// <summary>The year of docs/method.md, "Error rates and detection". Seven strategies and a floor, five runs each; the level of the machine
/// varies by 3% between scheduled runs, that of each strategy by a further 1%.</summary>
public sealed class SimulatedYearTests(ITestOutputHelper output)
{
    private const double Machine = 0.03;
    private const double Own = 0.01;
    private const int StepDay = 80;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_year_without_a_change_has_at_most_one_alert_and_one_improvement(int seed)
    {
        var year = new SimulatedYear(seed, Noise.Usual.Next, Machine, Own).Simulate();

        year.Alerts.Count.ShouldBeLessThanOrEqualTo(1);
        year.Improvements.Count.ShouldBeLessThanOrEqualTo(1);
        year.Reruns.ShouldBeLessThan(SimulatedYear.Days / 5);
    }

    [Fact]
    public void A_machine_that_changes_has_one_alert_and_not_one_for_each_strategy()
    {
        // The machine is 40% slower for 20 days, four times.
        static double Moved(int day) => day % 80 is >= 40 and < 60 ? Math.Log(1.4) : 0;
        var (with, without) = (Year("floor"), Year(null));

        with.FalseAlerts.ShouldBe(0);
        with.Alerts.ShouldHaveSingleItem().Case.Strategy.ShouldBe("floor");
        without.FalseAlerts.ShouldBe(7);

        static SimulatedYear Year(string? floor) =>
            new SimulatedYear(1, Noise.Usual.Next, Machine, Own) { Floor = floor, Moved = Moved }.Simulate();
    }

    [Fact]
    public void A_regression_on_a_machine_that_changes_is_detected()
    {
        // It starts when the machine becomes slower.
        var found = Enumerable.Range(0, 10).Count(seed => new SimulatedYear(10_000 + seed, Noise.Usual.Next, Machine, Own)
        { Step = (StepDay, seed % 7, 1.3), Moved = day => day >= StepDay ? Math.Log(1.4) : 0 }.Simulate()
            .Alerts.Exists(alert => alert.Case == SimulatedYear.Cases[seed % 7] && alert.Day is >= StepDay and < StepDay + 3));

        found.ShouldBeGreaterThanOrEqualTo(8);
    }

    [Fact]
    public void A_regression_of_10_percent_is_detected_within_three_runs()
    {
        var found = Enumerable.Range(0, 10).Count(seed => FindsStep(seed, Noise.Usual.Next, Machine, Own, within: 3));

        found.ShouldBeGreaterThanOrEqualTo(8);
    }

    [Fact]
    public void An_improvement_of_15_percent_is_found_within_three_runs()
    {
        var found = Enumerable.Range(0, 10).Count(seed => new SimulatedYear(10_000 + seed, Noise.Usual.Next, Machine, Own)
        { Step = (StepDay, seed % 7, 0.85) }.Simulate()
            .Improvements.Exists(each => each.Case == SimulatedYear.Cases[seed % 7] && each.Day is >= StepDay and < StepDay + 3));

        found.ShouldBeGreaterThanOrEqualTo(8);
    }

    /// <summary>Prints the table of docs/method.md. It takes minutes, so it runs only on demand.</summary>
    [Fact(Explicit = true)]
    public void Prints_error_and_detection_rates()
    {
        const int years = 100;
        const int steps = 200;
        (string Name, Func<Random, double> Run)[] noises =
        [
            ("3%, normal", Noise.Quiet.Next),
            ("5%, normal", random => Math.Exp(Normal.Sample(random, 0, 0.05))),
            ("9%, 10% of runs delayed", Noise.Usual.Next),
            ("12%, 14% of runs delayed", new Noise(0.05, 0.15, 0.2).Next),
            ("18%, normal", random => Math.Exp(Normal.Sample(random, 0, 0.18))),
            ("48%, 30% of runs delayed", Noise.Busy.Next),
        ];
        foreach (var (name, run) in noises)
        {
            foreach (var (machine, own) in new[] { (Machine, Own), (0, 0.03) })
            {
                var quiet = Enumerable.Range(0, years).Select(seed => new SimulatedYear(seed, run, machine, own).Simulate()).ToArray();
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{name}; machine {100 * machine:0}%, own {100 * own:0}%: {quiet.Average(year => year.Alerts.Count):0.00} "
                        + $"false alerts a year, {quiet.Count(year => year.Alerts.Count > 1) * 100.0 / years:0}% of "
                        + $"years with more than one, {quiet.Average(year => year.Improvements.Count):0.00} false improvements, "
                        + $"{quiet.Average(year => year.Reruns):0} reruns; 10% slower detected "
                        + $"within one run {100 * Share(1):0}%, three {100 * Share(3):0}%, ten {100 * Share(10):0}%"));

                double Share(int within) => Enumerable.Range(0, steps).Count(seed => FindsStep(seed, run, machine, own, within)) / (double)steps;
            }
        }
    }

    /// <summary>Prints the second table of docs/method.md.</summary>
    [Fact(Explicit = true)]
    public void Prints_false_alerts_of_a_machine_that_changes()
    {
        const int years = 40;
        Print("no change", (seed, floor) => Of(seed, floor, _ => 0));
        Print("40% slower for 20 days, four times", (seed, floor) => Of(seed, floor, day => day % 80 is >= 40 and < 60 ? Math.Log(1.4) : 0));
        Print("40% slower on one day of 20", (seed, floor) => Of(seed, floor, day => day % 20 == 19 ? Math.Log(1.4) : 0));
        Print("half the speed from day 100 on", (seed, floor) => Of(seed, floor, day => day >= 100 ? Math.Log(2) : 0));
        Print("recorded jobs, loaded for 20 days, four times", (seed, floor) => new SimulatedYear(seed, Noise.Usual.Next, 0, 0)
        { Floor = floor, Recorded = new(seed, day => day % 80 is >= 40 and < 60) });

        static SimulatedYear Of(int seed, string? floor, Func<int, double> moved) =>
            new(seed, Noise.Usual.Next, Machine, Own) { Floor = floor, Moved = moved };

        void Print(string name, Func<int, string?, SimulatedYear> year)
        {
            foreach (var floor in new[] { null, "floor" })
            {
                var all = Enumerable.Range(0, years).Select(seed => year(seed, floor).Simulate()).ToArray();
                output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"{name}, {(floor is null ? "without" : "with")} the floor: {all.Average(each => each.FalseAlerts):0.00} false alerts "
                        + $"a year, {all.Average(each => each.Alerts.Count - each.FalseAlerts):0.00} of the floor, "
                        + $"{all.Average(each => each.Reruns):0} reruns"));
            }
        }
    }

    private static bool FindsStep(int seed, Func<Random, double> run, double machine, double own, int within)
    {
        var @case = seed % 7;
        var year = new SimulatedYear(10_000 + seed, run, machine, own) { Step = (StepDay, @case, 1.1) }.Simulate();
        return year.Alerts.Exists(alert => alert.Case == SimulatedYear.Cases[@case] && alert.Day >= StepDay && alert.Day < StepDay + within);
    }
}
