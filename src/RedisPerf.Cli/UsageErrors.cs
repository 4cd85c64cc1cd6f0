using System.CommandLine;

namespace RedisPerf.Cli;

/// <summary>Usage errors of a command line, in sentences that include the valid input.</summary>
internal static class UsageErrors
{
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        var name = FullName(command);
        var flags = parsed.UnmatchedTokens.Where(word => word.StartsWith('-')).ToArray();
        if (flags.Length > 0)
        {
            var known = command.Options.Where(option => !option.Hidden).Select(option => option.Name)
                .Where(flag => flag is not ("--help" or "--version")).ToArray();
            var right = known.Length == 0 ? "none" : string.Join(", ", known);
            return [.. flags.Select(flag => $"Unknown option \"{flag}\". Valid options of {name}: {right}.")];
        }

        if (command.Subcommands.Count > 0 && (command.Action is null || parsed.UnmatchedTokens.Count > 0))
        {
            var kind = command is RootCommand or { Name: "clients" } ? "command" : "benchmark";
            var known = string.Join(", ", command.Subcommands.Select(subcommand => subcommand.Name));
            return [parsed.UnmatchedTokens is [var word, ..]
                ? $"Unknown {kind} \"{word}\". Valid: {known}."
                : $"A {kind} is required: {known}. For help, run {name} --help."];
        }

        var missing = command.Arguments.Where(argument => parsed.GetResult(argument) is not { Tokens.Count: > 0 }).ToArray();
        if (missing.Length > 0)
        {
            return [.. missing.Select(argument => $"{name} requires <{argument.HelpName}>: {argument.Description} For help, run {name} --help.")];
        }

        return parsed.UnmatchedTokens.Count > 0
            ? [.. parsed.UnmatchedTokens.Select(word => $"Unexpected argument \"{word}\". For help, run {name} --help.")]
            : [.. parsed.Errors.Select(error => error.Message)];
    }

    /// <summary>Writes usage errors, one per line.</summary>
    /// <returns><see cref="ExitCode.WrongUsage"/>.</returns>
    public static async Task<int> WriteAsync(TextWriter error, params IEnumerable<string> sentences)
    {
        foreach (var sentence in sentences)
        {
            await error.WriteLineAsync(sentence);
        }

        return ExitCode.WrongUsage;
    }

    private static string FullName(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent
            ? $"{FullName(parent)} {command.Name}"
            : command is RootCommand ? "redisperf"
            : command.Name;
}

/// <summary>The arguments of a command cannot be used. The message is a sentence for the user.</summary>
internal sealed class UsageException(string message, Exception? inner = null) : Exception(message, inner);
