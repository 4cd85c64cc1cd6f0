using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Tables;
using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary>Writes to a screen with colors and wrapped lines, and to a file or a pipe without both. The variable
/// <c>NO_COLOR</c> turns colors off.</summary>
internal static class Terminal
{
    private const int WidthOfAFile = 160;

    public static IAnsiConsole For(TextWriter writer)
    {
        var isScreen = IsScreen(writer);
        var console = AnsiConsole.Create(new()
        {
            Out = new AnsiConsoleOutput(writer),
            Ansi = isScreen ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = isScreen ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = isScreen ? InteractionSupport.Detect : InteractionSupport.No,
        });
        if (!isScreen)
        {
            console.Profile.Width = WidthOfAFile;
        }

        return console;
    }

    /// <summary>The characters in a line of the table of a summary.</summary>
    public static int TableWidth(TextWriter writer) => IsScreen(writer) ? For(writer).Profile.Width : TextLayout.DefaultWidth;

    /// <summary>Writes lines. A line that is too long for the screen continues in the next one; in a file it stays one line,
    /// which tools can search.</summary>
    public static async Task WriteAsync(TextWriter writer, IEnumerable<IReadOnlyList<TextSpan>> lines)
    {
        if (IsScreen(writer))
        {
            WriteTo(For(writer), lines);
            return;
        }

        foreach (var line in lines)
        {
            await writer.WriteLineAsync(string.Concat(line.Select(span => span.Text)).TrimEnd());
        }
    }

    /// <summary>Writes rows with aligned columns. On a screen, the text of the last column wraps within its column.</summary>
    public static async Task WriteRowsAsync(TextWriter writer, IReadOnlyList<string[]> rows)
    {
        if (IsScreen(writer))
        {
            var grid = new Grid();
            foreach (var _ in rows[0])
            {
                grid.AddColumn(new() { Padding = new(0, 0, 2, 0) });
            }

            foreach (var row in rows)
            {
                grid.AddRow([.. row.Select(cell => new Text(cell))]);
            }

            For(writer).Write(grid);
            return;
        }

        var cells = rows.Select(row => row.Select(cell => new TableCell(cell)).ToArray());
        await WriteAsync(writer, TextReport.AlignedRows([.. cells]));
    }

    /// <summary>Writes lines with the colors and the width of a console.</summary>
    internal static void WriteTo(IAnsiConsole console, IEnumerable<IReadOnlyList<TextSpan>> lines)
    {
        foreach (var line in lines)
        {
            var paragraph = new Paragraph();
            foreach (var span in line)
            {
                paragraph.Append(span.Text, StyleOf(span.Mark));
            }

            console.Write(paragraph);
            console.WriteLine();
        }
    }

    private static Style StyleOf(string? mark) => mark switch
    {
        "first" => new(decoration: Decoration.Bold),
        "faster" => new(Color.Green),
        "slower" => new(Color.Red),
        "disturbed" => new(Color.Yellow),
        "same" or "unclear" or "reference" => new(decoration: Decoration.Dim),
        _ => Style.Plain,
    };

    /// <summary>Whether a writer writes to a screen.</summary>
    public static bool IsScreen(TextWriter writer) =>
        (ReferenceEquals(writer, Console.Out) && !Console.IsOutputRedirected)
        || (ReferenceEquals(writer, Console.Error) && !Console.IsErrorRedirected);
}
