namespace RedisPerf.Browser.Proofs;

/// <summary>The path of Chromium on this machine: the environment variable CHROMIUM, or a default location. The headless shell is the same
/// engine without the processes of a desktop browser, and takes a third of its CPU time.</summary>
internal static class Chromium
{
    private static readonly string[] Usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome", "/snap/bin/chromium"];

    public static string? ExecutablePath { get; } =
        Environment.GetEnvironmentVariable("CHROMIUM") is { Length: > 0 } named ? named : Usual.FirstOrDefault(File.Exists);
}
