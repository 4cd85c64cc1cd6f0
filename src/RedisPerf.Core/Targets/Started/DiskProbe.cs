using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Finds and measures the disk of a server's folder.</summary>
internal static partial class DiskProbe
{
    private const string MountInfo = "/proc/self/mountinfo";
    private const string FileName = "probe.tmp";
    private const int AppendBytes = 4_096;
    private const int MinAppends = 5;
    private const int MaxAppends = 2_000;

    private static readonly TimeSpan Duration = TimeSpan.FromMilliseconds(200);

    /// <summary>Appends to a file in the folder for about 200 ms, with a flush to the disk after each append, and removes it.</summary>
    /// <exception cref="TargetException">The folder cannot be written.</exception>
    public static Task<DiskEnvironment> MeasureAsync(string folder, CancellationToken ct) => Task.Run(() => Measure(folder, ct), ct);

    private static DiskEnvironment Measure(string folder, CancellationToken ct)
    {
        try
        {
            var (device, fileSystem) = Find(folder);
            return new(device, fileSystem, SyncSeconds(Path.Combine(folder, FileName), ct));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException(Reason.Of(ReasonCode.ServerFolderFailed, ("message", e.Message)), e);
        }
    }

    private static double SyncSeconds(string path, CancellationToken ct)
    {
        var times = new List<double>();
        var bytes = new byte[AppendBytes];
        using var file = new FileStream(path, new FileStreamOptions
        { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 0, Options = FileOptions.DeleteOnClose });
        var started = Stopwatch.GetTimestamp();
        while (times.Count < MinAppends || (times.Count < MaxAppends && Stopwatch.GetElapsedTime(started) < Duration))
        {
            ct.ThrowIfCancellationRequested();
            var append = Stopwatch.GetTimestamp();
            file.Write(bytes);
            file.Flush(flushToDisk: true);
            times.Add(Stopwatch.GetElapsedTime(append).TotalSeconds);
        }

        times.Sort();
        return times[times.Count / 2];
    }

    private static (string? Device, string? FileSystem) Find(string folder)
    {
        if (File.Exists(MountInfo))
        {
            return Find(File.ReadLines(MountInfo), RealPath(folder));
        }

        var drive = new DriveInfo(folder);
        return (drive.Name, drive.DriveFormat);
    }

    /// <summary>The device and the file system of a path without symbolic links.</summary>
    /// <param name="mounts">The lines of <c>/proc/self/mountinfo</c>. A later mount hides an earlier one at the same place.</param>
    internal static (string? Device, string? FileSystem) Find(IEnumerable<string> mounts, string path)
    {
        (string? Device, string? FileSystem) found = default;
        var maxLength = -1;
        foreach (var line in mounts)
        {
            // 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw,errors=continue
            var words = line.Split(' ');
            var separator = Array.IndexOf(words, "-");
            if (words.Length > 4 && separator > 4 && words.Length > separator + 2 && Unescape(words[4]) is var point && point.Length >= maxLength
                && IsBelow(path, point))
            {
                maxLength = point.Length;
                found = (Unescape(words[separator + 2]), Unescape(words[separator + 1]));
            }
        }

        return found;
    }

    private static bool IsBelow(string path, string point) =>
        point == "/" || path == point || (path.StartsWith(point, StringComparison.Ordinal) && path[point.Length] == '/');

    private static string RealPath(string path)
    {
        var real = "/";
        foreach (var part in Path.GetFullPath(path).Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            var next = Path.Combine(real, part);
            real = new DirectoryInfo(next).ResolveLinkTarget(returnFinalTarget: true) is { } target ? RealPath(target.FullName) : next;
        }

        return real;
    }

    // Blanks and backslashes are written as octal numbers.
    private static string Unescape(string text) =>
        Octal().Replace(text, match => ((char)Convert.ToInt32(match.Groups[1].Value, 8)).ToString(CultureInfo.InvariantCulture));

    [GeneratedRegex(@"\\([0-7]{3})")]
    private static partial Regex Octal();
}
