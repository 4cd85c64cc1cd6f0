using System.CommandLine;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;

namespace RedisPerf.Cli;

/// <summary><c>redisperf list</c>: benchmarks, strategies, options.</summary>
internal static class ListCommand
{
    public static Command Create(Catalogue catalogue, TextWriter output)
    {
        // The files are read before, because they declare options.
        var command = new Command("list", "Lists the benchmarks with their strategies and options.") { PluginArguments.Strategies };
        command.SetAction(async _ =>
        {
            foreach (var benchmark in catalogue.Benchmarks)
            {
                await WriteAsync(benchmark.Info, output);
            }

            return ExitCode.Ok;
        });
        return command;
    }

    private static async Task WriteAsync(BenchmarkInfo info, TextWriter output)
    {
        await Terminal.WriteAsync(output, [[new(info.Name, "first"), new($": {info.Question}")], [new("")], [new("  strategies")]]);
        await Terminal.WriteRowsAsync(output, [.. info.Strategies.Select(
            strategy => new[] { $"  {(strategy.IsFloor ? "=" : strategy.IsDefault ? "*" : " ")} {strategy.Name}", strategy.Summary })]);
        await Terminal.WriteAsync(output, [[new("  (* default, = part of every job)")], [new("")], [new("  options")]]);
        await Terminal.WriteRowsAsync(
            output, [.. info.Options.Options.Select(option => new[] { $"    {RequestCommand.FlagOf(option)}", Flags.Describe(option) })]);
    }
}
