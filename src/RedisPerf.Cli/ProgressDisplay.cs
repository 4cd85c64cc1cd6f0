using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary>Shows a job's progress from its events: a progress bar on a terminal, else a line per run.</summary>
internal static class ProgressDisplay
{
    /// <param name="error">Receives the progress.</param>
    /// <param name="events">The events of the job.</param>
    /// <param name="transcript">Each event is added to it.</param>
    /// <param name="observe">Called after an event was added. Returns a line to show, or null.</param>
    public static Task FollowAsync(
        TextWriter error, IAsyncEnumerable<JobEvent> events, JobTranscript transcript, Func<JobEvent, string?>? observe = null)
    {
        var terminal = Terminal.For(error);
        var observed = ObserveAsync(events, transcript, observe);
        return terminal.Profile.Capabilities.Interactive ? WithBarAsync(terminal, observed) : WithLinesAsync(error, observed);
    }

    private static async IAsyncEnumerable<(JobEvent Event, string? Line)> ObserveAsync(
        IAsyncEnumerable<JobEvent> events, JobTranscript transcript, Func<JobEvent, string?>? observe)
    {
        await foreach (var jobEvent in events)
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
            yield return (jobEvent, observe?.Invoke(jobEvent));
        }
    }

    private static Task WithBarAsync(IAnsiConsole terminal, IAsyncEnumerable<(JobEvent Event, string? Line)> events) =>
        terminal.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn())
            .StartAsync(async progress =>
            {
                var bar = progress.AddTask("starting", maxValue: 1);
                await foreach (var (jobEvent, line) in events)
                {
                    if (line is not null)
                    {
                        terminal.WriteLine(line);
                    }

                    if (jobEvent is JobEvent.Progressed(var now))
                    {
                        bar.Description = Markup.Escape($"{now.Current.ToText() ?? "done"}{(JobText.TimeLeft(now) is { } left ? $", {left}" : "")}");
                        bar.Value = now.Fraction;
                    }
                }
            });

    private static async Task WithLinesAsync(TextWriter error, IAsyncEnumerable<(JobEvent Event, string? Line)> events)
    {
        string? current = null;
        await foreach (var (jobEvent, line) in events)
        {
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

            if (line is not null)
            {
                await error.WriteLineAsync(line);
            }
        }
    }
}
