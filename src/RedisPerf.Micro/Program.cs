using BenchmarkDotNet.Running;
using RedisPerf.Micro;

var report = new ReportFile();
BenchmarkSwitcher.FromAssembly(typeof(ReportFile).Assembly).Run(args, FullRun.Reporting(report, args));
foreach (var path in report.Paths)
{
    Console.WriteLine($"To add it to the history: dotnet run --project src/RedisPerf.Cli -- import \"{path}\"");
}
