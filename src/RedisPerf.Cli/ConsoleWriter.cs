using System.Text;

namespace RedisPerf.Cli;

/// <summary>Standard output or standard error with its own handling of errors: their exceptions name no file. A closed pipe
/// is no error in .NET.</summary>
/// <param name="writer">The writer of the console.</param>
/// <param name="onError">Receives the exception of a write.</param>
internal sealed class ConsoleWriter(TextWriter writer, Action<Exception> onError) : TextWriter
{
    public override Encoding Encoding => writer.Encoding;

    /// <summary>Makes an error of standard output a <see cref="StandardOutputException"/>, and ignores one of standard error: no other
    /// place can show it, and it must not end a job.</summary>
    public static void Install()
    {
        Console.SetOut(new ConsoleWriter(Console.Out, exception => throw new StandardOutputException(exception)));
        Console.SetError(new ConsoleWriter(Console.Error, _ => { }));
    }

    /// <summary>Writes bytes to standard output.</summary>
    /// <exception cref="StandardOutputException">It cannot be written.</exception>
    public static async Task WriteBytesAsync(byte[] bytes)
    {
        try
        {
            await using var stream = Console.OpenStandardOutput();
            await stream.WriteAsync(bytes);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StandardOutputException(exception);
        }
    }

    public override void Write(char value) => Write([value], 0, 1);

    public override void Write(char[] buffer, int index, int count)
    {
        try
        {
            writer.Write(buffer, index, count);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            onError(exception);
        }
    }
}

/// <summary>Standard output cannot be written. The message is a sentence for the user.</summary>
internal sealed class StandardOutputException(Exception inner)
    // .NET reports a closed or read-only descriptor as a path without access.
    : IOException(inner is UnauthorizedAccessException
        ? "Standard output is closed or not writable."
        : $"Standard output cannot be written: {inner.Message.TrimEnd('.')}.", inner);
