using System.Text;
using RedisPerf.Cli;

// Windows writes in the code page of the console by default, and Linux in the encoding of the locale, also to a file or a pipe.
var encoding = Console.OutputEncoding;
Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
try
{
    ConsoleWriter.Install();
    return await CommandLine.RunAsync(args, Console.Out, Console.Error);
}
finally
{
    // On Windows, the code page is a setting of the console window.
    Console.OutputEncoding = encoding;
}
