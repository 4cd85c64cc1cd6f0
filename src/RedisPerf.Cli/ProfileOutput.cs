using System.CommandLine;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;

namespace RedisPerf.Cli;

/// <summary>The options for the profiles of a job, and their files.</summary>
internal sealed class ProfileOutput
{
    private readonly Option<string> _folder = new("--profile-out")
    {
        Description = "A folder for the profiles, as folded stacks and for speedscope; requests --profile.",
        HelpName = "folder"
    };
    private readonly Option<bool> _with = new("--with-profile")
    { Description = "The JSON of --format and --save contains the profiles; requests --profile." };

    public IEnumerable<Option> Options => [_folder, _with];

    /// <summary>Whether an option needs the profiles.</summary>
    public bool IsRequested(ParseResult parsed) => parsed.GetValue(_with) || parsed.GetValue(_folder) is not null;

    /// <returns>Null when the folder exists now, else the error as a sentence.</returns>
    public string? Refusal(ParseResult parsed)
    {
        try
        {
            if (parsed.GetValue(_folder) is { } folder)
            {
                Directory.CreateDirectory(folder);
            }

            return null;
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            return $"{_folder.Name} cannot be created: {exception.Message}";
        }
    }

    /// <summary>The document for the JSON.</summary>
    public JobDocument Complete(ParseResult parsed, JobDocument document, IReadOnlyList<CaseProfile> profiles) =>
        parsed.GetValue(_with) ? document with { Profiles = profiles } : document;

    /// <summary>Writes the files, and the methods with the longest own time.</summary>
    public async Task WriteAsync(ParseResult parsed, JobDocument document, IReadOnlyList<CaseProfile> profiles, TextWriter error)
    {
        foreach (var line in ProfileText.Lines(profiles, document.Request))
        {
            await error.WriteLineAsync(line);
        }

        try
        {
            await WriteFilesAsync(parsed.GetValue(_folder), document, profiles);
        }
        catch (Exception exception) when (IsFileError(exception))
        {
            await error.WriteLineAsync($"{_folder.Name} could not be written: {exception.Message}");
        }
    }

    private static async Task WriteFilesAsync(string? folder, JobDocument document, IReadOnlyList<CaseProfile> profiles)
    {
        foreach (var profile in folder is null ? [] : profiles)
        {
            var name = ProfileText.NameOf(profile.Case, document.Request);
            var file = string.Concat(name.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' ? letter : '_'));
            foreach (var (side, stacks) in ProfileText.SidesOf(profile).Where(side => side.Profile.Missing is null))
            {
                await File.WriteAllTextAsync(Path.Combine(folder!, $"{file}.{side}.folded"), stacks.Stacks);
                await File.WriteAllTextAsync(
                    Path.Combine(folder!, $"{file}.{side}.speedscope.json"), SpeedscopeReport.Write(stacks, $"{name}, {side}"));
            }
        }
    }

    private static bool IsFileError(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;
}
