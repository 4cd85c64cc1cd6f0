using System.Runtime.CompilerServices;

namespace RedisPerf.Core.Tests.Reporting;

/// <summary>Compares a report with a file next to the tests. After an intended change, run the tests once with REDISPERF_ACCEPT=1
/// and review the diff.</summary>
internal static class GoldenFile
{
    public static void ShouldHold(string name, string text, string folder = "Golden", [CallerFilePath] string caller = "")
    {
        var path = Path.Combine(Path.GetDirectoryName(caller)!, folder, name);
        if (Environment.GetEnvironmentVariable("REDISPERF_ACCEPT") == "1")
        {
            File.WriteAllText(path, Lines(text));
        }

        Lines(text).ShouldBe(Lines(File.ReadAllText(path)), customMessage: $"{name} differs.");
    }

    // Git may check out a file with either line ending.
    private static string Lines(string text) => text.Replace("\r\n", "\n", StringComparison.Ordinal);
}
