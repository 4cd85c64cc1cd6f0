namespace RedisPerf.Cli.Tests;

/// <summary>A folder of one test's own, gone with it.</summary>
internal sealed class TestFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("redisperf-test-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
