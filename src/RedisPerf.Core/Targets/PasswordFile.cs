using System.Text;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>A file with a password, as container platforms mount secrets. It is read when a connection is opened, so it can be replaced while
/// RedisPerf runs.</summary>
public static class PasswordFile
{
    private const int MaximumBytes = 64 << 10;

    /// <summary>The text of a file without the line break at its end.</summary>
    /// <param name="path">The setting's value. It is not shown: it may be a password that was written into the wrong setting.</param>
    /// <param name="setting">The setting's name, for the reason.</param>
    /// <exception cref="TargetException">It does not exist, cannot be read, or has no password.</exception>
    public static string Read(string path, string setting)
    {
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var bytes = new byte[MaximumBytes];
            var length = file.ReadAtLeast(bytes, MaximumBytes, throwOnEndOfStream: false);
            var text = new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes, 0, length).TrimStart('\uFEFF').TrimEnd('\r', '\n');
            return length == MaximumBytes || text.Length == 0 || text.AsSpan().ContainsAny('\n', '\0')
                ? throw new TargetException(Reason.Of(ReasonCode.PasswordFileInvalid, ("setting", setting)))
                : text;
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new TargetException(Reason.Of(ReasonCode.PasswordFileMissing, ("setting", setting)));
        }
        catch (UnauthorizedAccessException)
        {
            throw new TargetException(Reason.Of(ReasonCode.PasswordFileUnreadable, ("setting", setting)));
        }
        catch (Exception exception) when (exception is IOException or ArgumentException or NotSupportedException)
        {
            // Also bytes that are not UTF-8.
            throw new TargetException(Reason.Of(ReasonCode.PasswordFileInvalid, ("setting", setting)));
        }
    }
}
