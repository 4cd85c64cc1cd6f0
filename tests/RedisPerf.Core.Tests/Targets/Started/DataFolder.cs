namespace RedisPerf.Core.Tests.Targets.Started;

/// <summary>A data folder of one test's own, gone with it.</summary>
internal sealed class DataFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("redisperf-test-").FullName;

    public string Servers => System.IO.Path.Combine(Path, "servers");

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
