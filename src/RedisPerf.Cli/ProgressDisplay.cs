using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary>Shows a job's progress from its events: a progress bar on a terminal, else a line per run.</summary>
internal static class ProgressDisplay
{
    public static Task FollowAsync(TextWriter error, IAsyncEnumerable<JobEvent> events, JobTranscript transcript)
    {
        var terminal = Terminal.For(error);
        return terminal.Profile.Capabilities.Interactive ? WithBarAsync(terminal, events, transcript) : WithLinesAsync(error, events, transcript);
    }

    private static Task WithBarAsync(IAnsiConsole terminal, IAsyncEnumerable<JobEvent> events, JobTranscript transcript) =>
        terminal.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn())
            .StartAsync(async progress =>
            {
                var bar = progress.AddTask("starting", maxValue: 1);
                await foreach (var jobEvent in events)
                {
                    transcript.Add(jobEvent, DateTimeOffset.UtcNow);
                    if (jobEvent is JobEvent.Progressed(var now))
                    {
                        bar.Description = Markup.Escape($"{now.Current.ToText() ?? "done"}{(JobText.TimeLeft(now) is { } left ? $", {left}" : "")}");
                        bar.Value = now.Fraction;
                    }
                }
            });

    private static async Task WithLinesAsync(TextWriter error, IAsyncEnumerable<JobEvent> events, JobTranscript transcript)
    {
        string? current = null;
        await foreach (var jobEvent in events)
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
            switch (jobEvent)
            {
                case JobEvent.Progressed(var now):
                    current = now.Current.ToText();
                    if (now.Total == 0 && current is not null)
                    {
                        await error.WriteLineAsync(current);
                    }

                    break;
                case JobEvent.RunEnded(_, var run):
                    await error.WriteLineAsync(run.Seconds is { } seconds
                        ? string.Create(CultureInfo.InvariantCulture, $"{current}: {seconds:0.000} s")
                        : $"{current}: {run.Error.ToText() ?? "cancelled"}");
                    break;
            }
        }
    }
}
