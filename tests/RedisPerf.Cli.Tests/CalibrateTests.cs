using RedisPerf.Cli.Calibration;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Cli.Tests;

public sealed class CalibrateTests
{
    [Theory]
    [InlineData(1.0, 0, "passed: the floor is not more than 3% slower.")]
    [InlineData(1.02, 0, "passed: the floor is not more than 3% slower.")]
    [InlineData(1.25, 1, "FAILED: the floor takes 1.25× (1.25–1.25) as long. Declare the fastest "
        + "shape of Garnet in src/RedisPerf.Core/Targets/Engines/KnownEngines.cs.")]
    public void Fails_when_the_declared_shape_is_more_than_3_percent_slower(double ratio, int exitCode, string line) =>
        ShouldReport(_ => ratio, exitCode, line);

    [Fact]
    public void Is_not_decided_when_the_interval_contains_more_than_3_percent() =>
        ShouldReport(round => 1 + (0.1 * round), 0, "not decided: the floor takes 1.20× (0.97–1.47) as long. Use more rounds.");

    private static void ShouldReport(Func<int, double> ratioOf, int exitCode, string line)
    {
        var shapes = new FloorShapes();
        var job = shapes.CreateJob("mine", rounds: 3, items: 1_000, payloadBytes: 32_768);
        var transcript = new JobTranscript(job, shapes.Info);
        var server = new TargetEnvironment("mine", "Garnet", "2.2.5", null, new Dictionary<string, string>());
        transcript.Add(new JobEvent.Started(ThisMachine.CreateEnvironment([server])), DateTimeOffset.UnixEpoch);
        foreach (var (name, shape) in FloorShapes.All)
        {
            var isDeclared = shape == KnownEngines.CheapestWrites(server);
            var others = name == FloorShapes.All.First().Key ? 1 : 2;
            for (var round = 0; round < 4; round++)
            {
                transcript.Add(new JobEvent.RunEnded(new(name, Coordinates.Of("mine")), new()
                {
                    Round = round,
                    Warmup = round == 0,
                    State = RunState.Ok,
                    Verified = true,
                    Seconds = isDeclared ? ratioOf(round) : others
                }), DateTimeOffset.UnixEpoch);
            }
        }

        using var output = new StringWriter();
        CalibrateCommand.Report(transcript.ToDocument(), output).ShouldBe(exitCode);
        output.ToString().TrimEnd().ShouldEndWith(line);
    }

    [Fact]
    public void Measures_the_declared_shapes_of_all_engines()
    {
        foreach (var engine in KnownEngines.All)
        {
            FloorShapes.All.Values.ShouldContain(engine.CheapestWrites);
            FloorShapes.All.Values.ShouldContain(engine.CheapestEncryptedWrites);
        }
    }

    [Fact]
    public async Task Accepts_one_target_only()
    {
        var outcome = await Outcome.OfAsync("calibrate --target embedded --target local", TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("calibrate accepts only one target.");
    }
}
