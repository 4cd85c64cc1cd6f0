using System.Diagnostics;
using RedisPerf.Core.Running.Forecasts;

namespace RedisPerf.Core.Tests.Running.Forecasts;

public sealed class MachineSpeedTests
{
    [Fact]
    public async Task A_measured_speed_is_kept_for_this_machine_and_version()
    {
        var folder = Directory.CreateTempSubdirectory("redisperf-speed-").FullName;
        try
        {
            MachineSpeed.Load(folder).ShouldBeNull();

            var speed = await SpeedMeasurement.RunAsync(Ct);
            speed.Save(folder);

            MachineSpeed.Load(folder).ShouldNotBeNull().ShouldBeEquivalentTo(speed);
            (speed with { Version = "of another program" }).Save(folder);
            MachineSpeed.Load(folder).ShouldBeNull();
            await File.WriteAllTextAsync(Path.Combine(folder, "speed.json"), "{", Ct);
            MachineSpeed.Load(folder).ShouldBeNull();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_measurement_has_all_codecs_and_ends_soon()
    {
        var start = Stopwatch.GetTimestamp();

        var speed = await SpeedMeasurement.RunAsync(Ct);

        speed.Codecs.Select(codec => (codec.Codec, codec.Level)).ShouldBe(
            MachineSpeed.Reference.Codecs.Select(codec => (codec.Codec, codec.Level)), ignoreOrder: true);
        speed.Codecs.ShouldAllBe(codec => codec.Byte > 0 && codec.DecodedByte > 0 && codec.Value >= 0 && codec.Ratio > 0);
        speed.IsMeasured.ShouldBeTrue();
        new[] { speed.RoundTrip, speed.Byte, speed.Cpu }.ShouldAllBe(figure => figure > 0);
        // 2 s on an idle machine; the other tests use its cores.
        Stopwatch.GetElapsedTime(start).ShouldBeLessThan(TimeSpan.FromSeconds(20));
    }
}
