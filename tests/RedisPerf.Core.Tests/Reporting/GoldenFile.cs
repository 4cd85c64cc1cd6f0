using System.Runtime.CompilerServices;

namespace RedisPerf.Core.Tests.Reporting;

/// <summary>What a report should be, kept as a file beside the tests. After a change that is meant, run once with REDISPERF_ACCEPT=1 and read the diff.</summary>
internal static class GoldenFile
{
    public static void ShouldHold(string name, string text, [CallerFilePath] string caller = "")
    {
        var path = Path.Combine(Path.GetDirectoryName(caller)!, "Golden", name);
        if (Environment.GetEnvironmentVariable("REDISPERF_ACCEPT") == "1")
        {
            File.WriteAllText(path, Lines(text));
        }

        Lines(text).ShouldBe(Lines(File.ReadAllText(path)), customMessage: $"{name} differs.");
    }

    // Git may check a file out with either line ending.
    private static string Lines(string text) => text.Replace("\r\n", "\n", StringComparison.Ordinal);
}
