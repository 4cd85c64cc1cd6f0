using System.CommandLine;
using System.Globalization;
using RedisPerf.Cli.Clients;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Running.Workers.Plugins;

namespace RedisPerf.Cli;

/// <summary>The builds that a command line names, and the plug-ins and worker programs of each client of its job.</summary>
/// <param name="Clients">The values of the axis of the clients; empty when the job names none.</param>
/// <param name="Default">The strategies of the plug-ins, when the command line names no strategy; empty for those of the benchmark.</param>
/// <param name="PluginsOf">The plug-ins of a client.</param>
/// <param name="ProgramOf">The worker program of a client; null for an unknown one.</param>
internal sealed record Builds(
    IReadOnlyList<string> Clients, IReadOnlyList<string> Default, Func<string?, IReadOnlyList<Plugin>> PluginsOf, Func<string, string?> ProgramOf)
{
    /// <summary>Finds the strategies of files.</summary>
    public static PluginReader Reader { get; } = new(ClientCatalogue.DefaultProgram);

    /// <summary>The targets of the job, when it compares servers; null when the command line names them.</summary>
    public ChosenTargets? Targets { get; init; }

    /// <summary>Reads the names of clients. The path of a DLL becomes the name of its client.</summary>
    /// <exception cref="UsageException">A DLL is no client.</exception>
    public static async Task<IReadOnlyList<string>> ReadClientsAsync(IEnumerable<string> words, CancellationToken ct)
    {
        var names = new List<string>();
        foreach (var word in words)
        {
            names.Add(AddedClients.IsLibrary(word) ? await AddClientAsync(word, ct) : word);
        }

        return names;
    }

    private static async Task<string> AddClientAsync(string path, CancellationToken ct)
    {
        var (name, refusal) = await new AddedClients(Settings.DataFolder).AddAsync(path, ct);
        return name ?? throw new UsageException(refusal!);
    }
}

/// <summary>The options of <c>redisperf ab</c>, and the printing of its result.</summary>
internal sealed class BuildOptions(TextWriter output, TextWriter error)
{
    private readonly Option<string> _base = new("--base")
    {
        Description = "The base: the path of a DLL with strategies; a client (a version, or the path of its DLL); the path of a server program; "
            + "or a target, by its name or address.",
        HelpName = "build",
        Required = true,
    };
    private readonly Option<string> _head = new("--head")
    { Description = "The build that is compared with the base, of the same kind.", HelpName = "build", Required = true };
    private readonly Option<string> _failAbove = new("--fail-above")
    {
        Description = "Exit with code 3 when a strategy of the head is slower by more than this percentage: its verdict is slower, and its ratio to "
            + "the base is above 1 + percentage (1.1 for 10%). Never when the base differs from itself.",
        HelpName = "percent",
    };
    private readonly Option<string> _format = Flags.Format("table", "json", "md");

    public IEnumerable<Option> All => [_base, _head, _failAbove, _format];

    public Task<Builds> ReadAsync(ParseResult parsed, CancellationToken ct)
    {
        _ = LimitOf(parsed);
        return new ComparedBuilds().ReadAsync(parsed.GetValue(_base)!, parsed.GetValue(_head)!, ct);
    }

    /// <returns>The exit code of a job whose runs are all verified.</returns>
    public async Task<int> WriteAsync(ParseResult parsed, JobDocument document, BenchmarkInfo info)
    {
        var comparison = BuildComparison.Of(document, info);
        switch (parsed.GetValue(_format))
        {
            case "json":
                await output.WriteLineAsync(JsonReport.Write(document));
                break;
            case "md":
                await output.WriteAsync(BuildReport.Markdown(comparison));
                break;
            default:
                await Terminal.WriteAsync(output, BuildReport.Lines(comparison));
                break;
        }

        if (LimitOf(parsed) is not { } limit)
        {
            return ExitCode.Ok;
        }

        var slower = comparison.SlowerBeyond(limit).ToArray();
        foreach (var @case in slower)
        {
            await error.WriteLineAsync(string.Create(CultureInfo.InvariantCulture,
                $"{comparison.NameOf(@case)} is {100 * (@case.Head!.Value - 1):0.#}% slower than the base; the limit is {100 * limit:0.##}%."));
        }

        return slower.Length > 0 ? ExitCode.Slower : ExitCode.Ok;
    }

    private double? LimitOf(ParseResult parsed)
    {
        var wrong = new List<string>();
        var limit = Flags.ReadLimit(parsed.GetValue(_failAbove), wrong);
        return wrong.Count == 0 ? limit : throw new UsageException(wrong[0]);
    }
}
