using System.Diagnostics;

namespace RedisPerf.Tests;

/// <summary>A file system of a fixed size, which a test fills.</summary>
internal sealed class SmallDisk : IAsyncDisposable
{
    private SmallDisk(string path) => Path = path;

    /// <summary>Its folder.</summary>
    public string Path { get; }

    private string Filler => System.IO.Path.Combine(Path, "filler");

    /// <summary>Mounts one in a new folder; skips the test where that is not possible.</summary>
    public static async Task<SmallDisk> MountAsync()
    {
        Assert.SkipUnless(Environment.UserName == "root" && OperatingSystem.IsLinux(), "Only root may mount a small file system.");
        var disk = new SmallDisk(Directory.CreateTempSubdirectory("redisperf-disk-").FullName);
        await RunAsync("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.Path);
        return disk;
    }

    /// <summary>Fills it.</summary>
    public async Task FillAsync()
    {
        await using var stream = new FileStream(Filler, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        await Should.ThrowAsync<IOException>(async () =>
        {
            while (true)
            {
                await stream.WriteAsync(new byte[4096]);
            }
        });
    }

    /// <summary>Removes what fills it.</summary>
    public void Free() => File.Delete(Filler);

    public async ValueTask DisposeAsync()
    {
        await RunAsync("umount", "--lazy", Path);
        Directory.Delete(Path);
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync(CancellationToken.None);
        process.ExitCode.ShouldBe(0, $"{program} {string.Join(' ', arguments)}");
    }
}
