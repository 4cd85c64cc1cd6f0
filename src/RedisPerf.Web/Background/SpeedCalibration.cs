using System.Net.Sockets;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Background;

/// <summary>The speed of this machine. It is measured once for each version of the program, in the background, while nothing else is measured,
/// and stored in the data folder.</summary>
public sealed class SpeedCalibration(
    MeasurementLock measurementLock, IOptions<RedisPerfOptions> options, ILogger<SpeedCalibration> logger) : BackgroundService
{
    /// <summary>The start of the program is over.</summary>
    private static readonly TimeSpan Delay = TimeSpan.FromSeconds(2);

    private volatile MachineSpeed _speed = MachineSpeed.Load(options.Value.Data) ?? MachineSpeed.Reference;

    /// <summary>The measured speed, or that of the reference machine until it is measured. It never waits.</summary>
    public MachineSpeed Speed => _speed;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_speed.IsMeasured)
        {
            return;
        }

        try
        {
            await Task.Delay(Delay, stoppingToken);
            using var mine = await measurementLock.AcquireAsync(stoppingToken);
            // Its codecs run for milliseconds at a time without an await.
            _speed = await Task.Run(() => SpeedMeasurement.RunAsync(stoppingToken), stoppingToken);
            _speed.Save(options.Value.Data);
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // A start that failed ends the services without the stop of the host, which would log the cancellation as a failure.
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or SocketException)
        {
            logger.LogWarning(exception, "The speed of this machine was not measured or not stored. It is measured again at the next start");
        }
    }
}
