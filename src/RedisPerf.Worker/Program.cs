using System.Runtime.InteropServices;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Running.Workers;

// Ctrl+C in a terminal reaches all processes of its group. The node ends this process when the job's keys are removed.
using var ignored = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => context.Cancel = true);
await using var output = Console.OpenStandardOutput();
// A line of a library must not be read as a reply, and no library reads the commands.
Console.SetOut(Console.Error);
var input = Console.OpenStandardInput();
Console.SetIn(TextReader.Null);
await WorkerProgram.RunAsync(Catalogue.Default, input, output);
