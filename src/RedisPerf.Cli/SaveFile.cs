using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli;

/// <summary>The file for a job's JSON. It is checked before the job runs, so that no result is lost.</summary>
internal sealed class SaveFile(string path)
{
    /// <returns>Null when the file is writable, else the error as a sentence.</returns>
    public string? Refusal()
    {
        if (Directory.Exists(path))
        {
            return $"--save requires a file, and {path} is a folder.";
        }

        var isNew = !File.Exists(path);
        try
        {
            File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
            if (isNew)
            {
                File.Delete(path);
            }

            return null;
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            return $"--save cannot write {path}: {exception.Message}";
        }
    }

    /// <returns>Null when the file was written, else the error as a sentence.</returns>
    public async Task<string?> WriteAsync(JobDocument document)
    {
        try
        {
            await File.WriteAllTextAsync(path, JsonReport.Write(document));
            return null;
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            return $"--save could not write {path}: {exception.Message}";
        }
    }

    private static bool IsFileError(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;
}
