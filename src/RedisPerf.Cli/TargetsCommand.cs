using System.CommandLine;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary><c>redisperf targets</c>: lists the targets of this machine.</summary>
internal static class TargetsCommand
{
    public static Command Create(TextWriter output)
    {
        var command = new Command("targets", "Lists the targets that can be measured here.");
        command.SetAction(async (_, ct) =>
        {
            var targets = Settings.Targets();
            var descriptions = await Task.WhenAll(targets.Targets.Select(target => target.DescribeAsync(ct)));
            var table = new Table().Border(TableBorder.Simple).AddColumns("target", "engine", "version", "source", "status");
            foreach (var target in descriptions)
            {
                var status = target.Status.ToWord() + (target.Reason is null || target.IsDockerMissing ? "" : $": {target.Reason.ToText()}");
                table.AddRow(
                    [.. new[] { target.Name, target.Engine ?? "", target.Version ?? "", target.Source.ToWord(), status }.Select(Markup.Escape)]);
            }

            Terminal.For(output).Write(table);
            if (descriptions.FirstOrDefault(target => target.IsDockerMissing) is { Reason: { } reason })
            {
                output.WriteLine(reason.ToText());
            }

            return ExitCode.Ok;
        });
        return command;
    }
}
