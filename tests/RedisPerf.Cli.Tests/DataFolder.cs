using RedisPerf.Cli.Tests;

[assembly: AssemblyFixture(typeof(DataFolder))]

namespace RedisPerf.Cli.Tests;

/// <summary>A data folder for all tests of this assembly, so that they do not use the user's folder.</summary>
public sealed class DataFolder : IDisposable
{
    public DataFolder() => Environment.SetEnvironmentVariable("RedisPerf__Data", Path);

    public string Path { get; } = Directory.CreateTempSubdirectory("redisperf-test-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
