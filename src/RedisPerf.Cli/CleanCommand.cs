using System.CommandLine;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary><c>redisperf clean</c>: finds and removes the keys that jobs left on existing servers.</summary>
internal sealed class CleanCommand
{
    private readonly Option<string[]> _targets = new("--target", "-t")
    {
        Description =
        "The name of a configured target, or an address such as 127.0.0.1:6379 or redis://user:password@host:6379; can be repeated. "
            + "Default: all configured targets.",
        HelpName = "target"
    };
    private readonly Option<bool> _yes = new("--yes", "-y") { Description = "Removes the keys without a question." };
    private readonly TextReader _input;
    private readonly TextWriter _output;
    private readonly TextWriter _error;

    private CleanCommand(TextReader input, TextWriter output, TextWriter error) => (_input, _output, _error) = (input, output, error);

    public static Command Create(TextReader input, TextWriter output, TextWriter error)
    {
        var clean = new CleanCommand(input, output, error);
        var command = new Command("clean", "Removes the keys that ended jobs left on existing servers.") { clean._targets, clean._yes };
        command.SetAction(clean.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var known = Settings.Targets();
        var targets = new ChosenTargets(known, parsed.GetValue(_targets) ?? []);
        var names = targets.Chosen ?? [.. known.Targets.OfType<ConfiguredTarget>().Select(target => target.Name)];
        if (names.FirstOrDefault(name => targets.Find(name) is not ConfiguredTarget) is { } other)
        {
            return await UsageErrors.WriteAsync(_error,
                $"--target: \"{other}\" is not an existing server. Only configured targets and connection strings can have keys of ended jobs.");
        }

        if (names.Count == 0)
        {
            return await UsageErrors.WriteAsync(_error, "No target is configured. Specify a server, for example --target 127.0.0.1:6379.");
        }

        var code = ExitCode.Ok;
        foreach (var target in names.Select(targets.Find).Cast<ConfiguredTarget>())
        {
            try
            {
                await CleanAsync(target, parsed.GetValue(_yes), ct);
            }
            catch (TargetException exception)
            {
                await _error.WriteLineAsync(exception.Reason.ToText());
                code = ExitCode.RunFailed;
            }
        }

        return code;
    }

    private async Task CleanAsync(ConfiguredTarget target, bool yes, CancellationToken ct)
    {
        await using var keys = await target.OpenKeysAsync(ct);
        var counts = await keys.CountAsync(ct);
        var running = await keys.FindRunningJobAsync(ct);
        var left = counts.Where(each => each.Key != running).OrderBy(each => each.Key).ToArray();
        if (left.Length == 0)
        {
            await _output.WriteLineAsync($"{target.Name}: no keys of ended jobs.");
            return;
        }

        var table = new Table().Border(TableBorder.Simple).AddColumns("target", "keys of job").AddColumn("keys", column => column.RightAligned());
        foreach (var (job, count) in left)
        {
            table.AddRow(Markup.Escape(target.Name), $"{Job.PrefixOf(job)}*", NumberFormat.Whole(count));
        }

        Terminal.For(_output).Write(table);
        if (!yes && !await IsConfirmedAsync($"Remove {NumberFormat.Count(left.Sum(each => each.Value), "key")} from {target.Name}? [y/N] ", ct))
        {
            await _output.WriteLineAsync("Nothing was removed.");
            return;
        }

        var removed = 0L;
        foreach (var (job, _) in left)
        {
            // A job may have started, or continued, since the question.
            if (await keys.RemoveAsync(job, ct) is { } count)
            {
                removed += count;
            }
            else
            {
                await _output.WriteLineAsync($"{target.Name}: the keys {Job.PrefixOf(job)}* remain, because the job runs now.");
            }
        }

        await _output.WriteLineAsync($"{target.Name}: {NumberFormat.Count(removed, "key")} removed.");
    }

    private async Task<bool> IsConfirmedAsync(string question, CancellationToken ct)
    {
        await _output.WriteAsync(question);
        return (await _input.ReadLineAsync(ct))?.Trim().ToUpperInvariant() is "Y" or "YES";
    }
}
