namespace RedisPerf.Browser.Tests;

/// <summary>Where this machine has a Chromium: the environment variable CHROMIUM, or one of the usual places.</summary>
internal static class Chromium
{
    private static readonly string[] Usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

    public static string? ExecutablePath { get; } =
        Environment.GetEnvironmentVariable("CHROMIUM") is { Length: > 0 } named ? named : Usual.FirstOrDefault(File.Exists);
}
