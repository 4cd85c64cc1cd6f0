using System.CommandLine;
using RedisPerf.Cli.Clients;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary><c>redisperf clients</c>: lists, adds and removes the versions of StackExchange.Redis that a job can name.</summary>
internal static class ClientsCommand
{
    public static Command Create(TextWriter output, TextWriter error)
    {
        var list = new Command("list", "Lists the clients that a job can name.");
        list.SetAction(_ =>
        {
            foreach (var name in ClientCatalogue.Of(Settings.DataFolder).Names)
            {
                output.WriteLine(name == ThisMachine.ClientVersion ? $"{name} (default)" : name);
            }

            return ExitCode.Ok;
        });

        var version = new Argument<string>("version")
        { HelpName = "version", Description = "A version of StackExchange.Redis, or the path of its DLL." };
        var add = new Command("add",
            "Builds a worker with another version, or adds a local build of the client. A version needs the .NET SDK and the source of RedisPerf.")
            { version };
        add.SetAction(async (parsed, ct) =>
        {
            var (name, refusal) = await new AddedClients(Settings.DataFolder, error).AddAsync(parsed.GetRequiredValue(version), ct);
            if (refusal is not null)
            {
                return await UsageErrors.WriteAsync(error, refusal);
            }

            await output.WriteLineAsync($"Added client {name}.");
            return ExitCode.Ok;
        });

        var client = new Argument<string>("client") { HelpName = "client", Description = "A client that was added." };
        var remove = new Command("remove", "Removes a client that was added.") { client };
        remove.SetAction(async (parsed, _) => new AddedClients(Settings.DataFolder).Remove(parsed.GetRequiredValue(client)) is { } refusal
            ? await UsageErrors.WriteAsync(error, refusal)
            : ExitCode.Ok);

        return new("clients", "The versions of StackExchange.Redis that a job can name.") { list, add, remove };
    }
}
