using Microsoft.Extensions.DependencyInjection;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

/// <summary>The machine is measured once, while nothing else is measured, and no page waits for it.</summary>
public sealed class SpeedCalibrationTests
{
    [Fact]
    public async Task The_machine_is_measured_after_the_start_and_pages_have_an_estimate_before()
    {
        using var folder = new DataFolder();
        File.Delete(Path.Combine(folder.Path, "speed.json"));
        await using var host = WebHost.StartOn(folder);
        var measuring = await host.Services.GetRequiredService<MeasurementLock>().AcquireAsync(Ct);

        (await host.PageAsync("/")).QuerySelector("#forecast strong")!.TextContent.ShouldNotBeEmpty();
        measuring.Dispose();

        await Poll.UntilAsync(() => MachineSpeed.Load(folder.Path) is not null);
        host.Services.GetRequiredService<SpeedCalibration>().Speed.IsMeasured.ShouldBeTrue();
    }

    [Fact]
    public async Task A_stored_speed_is_used_at_once()
    {
        await using var host = WebHost.Start();

        var speed = host.Services.GetRequiredService<SpeedCalibration>().Speed;

        speed.IsMeasured.ShouldBeTrue();
        speed.Machine.ShouldBe(Environment.MachineName);
    }
}
