namespace RedisPerf.Cli;

/// <summary>A file that a user names as the input of a command.</summary>
internal static class InputFile
{
    /// <summary>Whether an exception of a read operation is about the file, and not an error of the program.</summary>
    public static bool IsAbout(Exception exception) => exception is IOException or UnauthorizedAccessException or ArgumentException;

    /// <summary>The sentence for such an exception.</summary>
    public static string Describe(string path, Exception exception) =>
        Directory.Exists(path) ? $"{path} is a folder; specify a file." : $"{path} cannot be read: {exception.Message.TrimEnd('.')}.";
}
