using RedisPerf.Cli.Tests;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Cli.Proofs;

public sealed class CalibrateTests
{
    [Fact]
    public async Task Prints_all_shapes_in_order_of_their_time_and_names_the_fastest()
    {
        var outcome =
            await Outcome.OfAsync("calibrate --target embedded --rounds 3 --items 1000 --payload-bytes 1000", TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(outcome.Output.Contains("\nFAILED: the floor takes", StringComparison.Ordinal) ? 1 : 0, outcome.Error);
        (outcome.Output.Contains("\npassed: ", StringComparison.Ordinal) || outcome.Output.Contains("\nnot decided: ", StringComparison.Ordinal))
            .ShouldBe(outcome.ExitCode == 0);
        var rows = outcome.Output.Split('\n').Select(line => line.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .Where(cells => cells.Length >= 4 && Quantity.Read(cells[0], "bytes") is not null).ToArray();
        rows.Length.ShouldBe(20);
        rows.Select(cells => $"{cells[0]} {cells[1]}").ShouldBeUnique();
        rows.Select(cells => double.Parse(cells[2], System.Globalization.CultureInfo.InvariantCulture)).ShouldBeInOrder();
        rows.Count(cells => cells.Length > 4 && cells[4] == "the floor").ShouldBe(1);
        outcome.Output.ShouldContain($"The fastest shape for Garnet {EmbeddedTarget.Version}: {rows[0][0]} per HSET, {rows[0][1]} in flight.");
    }
}
