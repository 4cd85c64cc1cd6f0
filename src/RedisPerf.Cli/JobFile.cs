using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli;

/// <summary>Reads a saved job.</summary>
internal static class JobFile
{
    /// <param name="path">The JSON of a job, from <c>--save</c> or a job's page.</param>
    /// <param name="catalogue">Declares the options of its benchmark.</param>
    /// <param name="wrong">Receives a sentence when the file cannot be read.</param>
    /// <returns>The job; null when the file cannot be read.</returns>
    public static async Task<JobDocument?> ReadAsync(string path, Catalogue catalogue, List<string> wrong, CancellationToken ct)
    {
        try
        {
            var job = JsonReport.Read(await InputFile.ReadTextAsync(path, ct));
            JobDocumentCheck.Validate(job, catalogue);
            return job;
        }
        catch (FormatException exception)
        {
            wrong.Add($"{InputFile.NameOf(path)} cannot be used. {exception.Message}");
        }
        catch (Exception exception) when (InputFile.IsAbout(exception))
        {
            wrong.Add(InputFile.Describe(path, exception));
        }

        return null;
    }
}
