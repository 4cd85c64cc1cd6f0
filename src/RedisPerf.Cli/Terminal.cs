using Spectre.Console;

namespace RedisPerf.Cli;

/// <summary>A console for a writer, without colors when the output is a file or a pipe.</summary>
internal static class Terminal
{
    private const int WidthOfAFile = 160;

    public static IAnsiConsole For(TextWriter writer)
    {
        var isScreen = (ReferenceEquals(writer, Console.Out) && !Console.IsOutputRedirected) || (ReferenceEquals(writer, Console.Error) && !Console.IsErrorRedirected);
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
}
