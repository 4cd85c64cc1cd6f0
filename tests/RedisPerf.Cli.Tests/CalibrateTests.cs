namespace RedisPerf.Cli.Tests;

public sealed class CalibrateTests
{
    [Fact]
    public async Task Prints_all_shapes_in_order_of_their_time_and_names_the_fastest()
    {
        var outcome = await Outcome.OfAsync("calibrate --target embedded --rounds 3 --items 1000", TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var rows = outcome.Output.Split('\n').Select(line => line.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)).Where(cells => cells.Length >= 4 && int.TryParse(cells[0], out _)).ToArray();
        rows.Length.ShouldBe(20);
        rows.Select(cells => $"{cells[0]} {cells[1]}").ShouldBeUnique();
        rows.Select(cells => double.Parse(cells[2], System.Globalization.CultureInfo.InvariantCulture)).ShouldBeInOrder();
        rows.Count(cells => cells.Length > 4 && cells[4] == "the floor").ShouldBe(1);
        outcome.Output.ShouldContain($"The fastest shape for Garnet 2.2.5: {rows[0][0]} field");
    }

    [Fact]
    public async Task Accepts_one_target_only()
    {
        var outcome = await Outcome.OfAsync("calibrate --target embedded --target local", TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("calibrate accepts only one target.");
    }
}
