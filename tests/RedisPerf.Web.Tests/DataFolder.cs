using RedisPerf.Core.Running.Forecasts;

namespace RedisPerf.Web.Tests;

/// <summary>A data folder for one test.</summary>
public sealed class DataFolder : IDisposable
{
    /// <param name="isEmpty">Without the speed of the machine. A program that starts on such a folder measures it, while the other tests use
    /// all cores.</param>
    public DataFolder(bool isEmpty = false)
    {
        if (!isEmpty)
        {
            (MachineSpeed.Reference with { Machine = Environment.MachineName, Version = SpeedMeasurement.Version, IsMeasured = true }).Save(Path);
        }
    }

    public string Path { get; } = Directory.CreateTempSubdirectory("redisperf-web-").FullName;

    /// <summary>The existing folders of started servers.</summary>
    public IReadOnlyList<string> Servers
    {
        get
        {
            var servers = System.IO.Path.Combine(Path, "servers");
            return Directory.Exists(servers) ? Directory.GetDirectories(servers) : [];
        }
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
