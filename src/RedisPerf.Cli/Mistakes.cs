using System.CommandLine;

namespace RedisPerf.Cli;

/// <summary>What is wrong with a command line, in sentences that say what would be right.</summary>
internal static class Mistakes
{
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        var name = FullName(command);
        var flags = parsed.UnmatchedTokens.Where(word => word.StartsWith('-')).ToArray();
        if (flags.Length > 0)
        {
            var known = command.Options.Where(option => !option.Hidden).Select(option => option.Name).Where(flag => flag is not ("--help" or "--version")).ToArray();
            var right = known.Length == 0 ? "it has none" : $"it has {string.Join(", ", known)}";
            return [.. flags.Select(flag => $"{name} has no option \"{flag}\"; {right}.")];
        }

        if (command.Subcommands.Count > 0)
        {
            var kind = command is RootCommand ? "command" : "benchmark";
            var known = string.Join(", ", command.Subcommands.Select(subcommand => subcommand.Name));
            return [parsed.UnmatchedTokens is [var word, ..] ? $"There is no {kind} \"{word}\"; there are {known}." : $"Name a {kind}: {known}. {name} --help says more."];
        }

        var missing = command.Arguments.Where(argument => parsed.GetResult(argument) is not { Tokens.Count: > 0 }).ToArray();
        if (missing.Length > 0)
        {
            return [.. missing.Select(argument => $"{name} needs <{argument.HelpName}>: {argument.Description} {name} --help says more.")];
        }

        return parsed.UnmatchedTokens.Count > 0
            ? [.. parsed.UnmatchedTokens.Select(word => $"{name} takes no word \"{word}\"; {name} --help says what it takes.")]
            : [.. parsed.Errors.Select(error => error.Message)];
    }

    /// <summary>Tells what is wrong, a line for each, and that it was the command line's fault.</summary>
    /// <returns><see cref="ExitCode.WrongUsage"/>.</returns>
    public static async Task<int> RefuseAsync(TextWriter error, params IEnumerable<string> sentences)
    {
        foreach (var sentence in sentences)
        {
            await error.WriteLineAsync(sentence);
        }

        return ExitCode.WrongUsage;
    }

    private static string FullName(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent ? $"{FullName(parent)} {command.Name}" : command is RootCommand ? "redisperf" : command.Name;
}
