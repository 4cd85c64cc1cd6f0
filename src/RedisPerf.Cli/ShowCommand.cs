using System.CommandLine;
using RedisPerf.Core.Benchmarks;

namespace RedisPerf.Cli;

/// <summary><c>redisperf show job.json</c>: prints a saved job.</summary>
internal static class ShowCommand
{
    public static Command Create(Catalogue catalogue, TextWriter output, TextWriter error)
    {
        var file = new Argument<string>("job") { Description = "The JSON file of the job, from run --save or the job page.", HelpName = "job.json" };
        var printed = new JobOutput(output);
        var command = new Command("show", "Prints a saved job as run prints it.") { file };
        foreach (var option in printed.Options)
        {
            command.Add(option);
        }

        command.SetAction(async (parsed, ct) =>
        {
            var wrong = new List<string>();
            if (await JobFile.ReadAsync(parsed.GetValue(file)!, catalogue, wrong, ct) is not { } document)
            {
                return await UsageErrors.WriteAsync(error, wrong);
            }

            var info = catalogue.Find(document.Benchmark)?.Info;
            if (printed.Refusal(parsed, document.Request, info) is { } refusal)
            {
                return await UsageErrors.WriteAsync(error, refusal);
            }

            await printed.WriteAsync(parsed, document, info);
            return ExitCode.Ok;
        });
        return command;
    }
}
