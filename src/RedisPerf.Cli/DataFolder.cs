namespace RedisPerf.Cli;

/// <summary>Where started servers keep their files; the same folder and setting as the web application's.</summary>
internal static class DataFolder
{
    public static string Path { get; } = Environment.GetEnvironmentVariable("RedisPerf__Data") is { Length: > 0 } folder
        ? folder
        : System.IO.Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "RedisPerf");
}
