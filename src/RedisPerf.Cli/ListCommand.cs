using System.CommandLine;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Cli;

/// <summary><c>redisperf list</c>: benchmarks, strategies, options.</summary>
internal static class ListCommand
{
    public static Command Create(Catalogue catalogue, TextWriter output)
    {
        var command = new Command("list", "Lists the benchmarks with their strategies and options.");
        command.SetAction(_ =>
        {
            foreach (var benchmark in catalogue.Benchmarks)
            {
                Write(benchmark.Info, output);
            }

            return ExitCode.Ok;
        });
        return command;
    }

    private static void Write(BenchmarkInfo info, TextWriter output)
    {
        output.WriteLine($"{info.Name}: {info.Question}");
        output.WriteLine();
        output.WriteLine("  strategies");
        var width = info.Strategies.Max(strategy => strategy.Name.Length);
        foreach (var strategy in info.Strategies)
        {
            var mark = strategy.IsFloor ? "=" : strategy.IsDefault ? "*" : " ";
            output.WriteLine($"  {mark} {strategy.Name.PadRight(width)}  {strategy.Summary}");
        }

        output.WriteLine("  (* default, = part of every job)");
        output.WriteLine();
        output.WriteLine("  options");
        var flags = info.Options.Options.ToDictionary(option => option, Flags.Of);
        width = flags.Values.Max(flag => flag.Length);
        foreach (var (option, flag) in flags)
        {
            output.WriteLine($"    {flag.PadRight(width)}  {Flags.Describe(option)}");
        }
    }
}
