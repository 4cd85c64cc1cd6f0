using RedisPerf.Core.Reporting.Exporters;
using Spectre.Console;

namespace RedisPerf.Cli.Tests;

public sealed class TerminalTests
{
    private const int Width = 40;

    private static readonly TextSpan[][] Lines = [[new("hset  "), new("0.78× faster", "faster")],
        [new("These words do not all fit into one line of the narrow screen.")]];

    [Fact]
    public void Screen_shows_a_verdict_in_color() => Written(ColorSystemSupport.Standard).ShouldContain("\e[32m0.78× faster\e[0m");

    [Fact]
    public void Screen_without_colors_shows_the_same_text() => Written(ColorSystemSupport.NoColors).ShouldStartWith("hset  0.78× faster\n");

    [Fact]
    public void Long_line_continues_at_a_word_in_the_next_line()
    {
        var lines = Written(ColorSystemSupport.NoColors).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        lines.ShouldAllBe(line => line.Length <= Width);
        string.Join(' ', lines[1..].Select(line => line.Trim())).ShouldBe(Lines[1][0].Text);
    }

    private static string Written(ColorSystemSupport colors)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        var console = AnsiConsole.Create(new() { Out = new AnsiConsoleOutput(writer), Ansi = AnsiSupport.Yes, ColorSystem = colors });
        console.Profile.Width = Width;
        Terminal.WriteTo(console, Lines);
        return writer.ToString();
    }
}
