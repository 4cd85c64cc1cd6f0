namespace RedisPerf.Cli.Tests;

/// <summary>A folder for one test, which is deleted with it.</summary>
internal sealed class TestFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("redisperf-test-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
