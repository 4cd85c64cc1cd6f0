using System.Text;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli;

/// <summary>A file that a user names as the input of a command.</summary>
internal static class InputFile
{
    /// <summary>The path that names the standard input.</summary>
    public const string StandardInput = "-";

    /// <summary>Far more than the largest job needs.</summary>
    private const int MaximumBytes = 200_000_000;

    /// <summary>The name of a file for the start of a sentence.</summary>
    public static string NameOf(string path) => path == StandardInput ? "Standard input" : path;

    /// <summary>Whether an exception of a read operation is about the file, and not an error of the program.</summary>
    public static bool IsAbout(Exception exception) => exception is IOException or UnauthorizedAccessException or ArgumentException;

    /// <summary>The sentence for such an exception.</summary>
    public static string Describe(string path, Exception exception) =>
        Directory.Exists(path) ? $"{path} is a folder; specify a file." : $"{path} cannot be read: {exception.Message.TrimEnd('.')}.";

    /// <summary>The text of a file: in UTF-8, or in UTF-16 with a byte order mark, also compressed with gzip or zstd.</summary>
    /// <exception cref="FormatException">The file is not text, or it is too large. The message is a sentence.</exception>
    public static async Task<string> ReadTextAsync(string path, CancellationToken ct)
    {
        try
        {
            await using var file = path == StandardInput ? Console.OpenStandardInput() : File.OpenRead(path);
            var bytes = await InputBytes.ReadAsync(file, MaximumBytes, ct);
            return Encoding.UTF8.GetString((await InputBytes.ToTextAsync(bytes, MaximumBytes, ct)).Span);
        }
        catch (PayloadException exception)
        {
            throw new FormatException(exception.Reason.ToText(), exception);
        }
    }

    /// <summary>When a file was last written; now for standard input.</summary>
    public static DateTimeOffset TimeOf(string path) => path == StandardInput ? DateTimeOffset.UtcNow : File.GetLastWriteTimeUtc(path);
}
