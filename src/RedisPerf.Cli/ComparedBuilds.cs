using RedisPerf.Cli.Clients;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>Reads the words of <c>--base</c> and <c>--head</c>.</summary>
internal sealed class ComparedBuilds
{
    private readonly ClientCatalogue _clients = ClientCatalogue.Of(Settings.DataFolder);
    private readonly TargetCatalogue _targets = Settings.Targets();

    private enum Kind
    {
        Strategies,
        Client,
        Target,
    }

    /// <summary>Whether a word is the path of a DLL with strategies.</summary>
    public static bool HasStrategies(string word) => AddedClients.IsLibrary(word)
        && !Path.GetFileName(word).Equals("StackExchange.Redis.dll", StringComparison.OrdinalIgnoreCase);

    /// <summary>The arms of a job: files with strategies, clients, or targets.</summary>
    /// <exception cref="UsageException">They cannot be compared.</exception>
    /// <exception cref="TargetException">A file is no plug-in.</exception>
    public async Task<Builds> ReadAsync(string @base, string head, CancellationToken ct) => (KindOf(Arms.Base, @base), KindOf(Arms.Head, head)) switch
    {
        (Kind.Strategies, Kind.Strategies) => await PluginsOfAsync(@base, head, ct),
        (Kind.Client, Kind.Client) => await ClientsOfAsync(@base, head, ct),
        (Kind.Target, Kind.Target) => TargetsOf(@base, head),
        _ => throw new UsageException("--base and --head must be of one kind: two DLLs with strategies, two clients, or two servers."),
    };

    private Kind KindOf(string arm, string word) =>
        HasStrategies(word) ? Kind.Strategies
        : AddedClients.IsLibrary(word) || _clients.Find(word) is not null ? Kind.Client
        : TargetOf(arm, word) is not null ? Kind.Target
        : throw Unknown(arm, word);

    private ITarget? TargetOf(string arm, string word)
    {
        try
        {
            return _targets.Find(word) ?? TargetCatalogue.FromProgram(arm, word, Settings.DataFolder) ?? ChosenTargets.Find(_targets, word);
        }
        catch (TargetException exception)
        {
            throw Unknown(arm, word, exception);
        }
    }

    // The word can be an address with a password.
    private UsageException Unknown(string arm, string word, TargetException? cause = null) => new(
        $"--{arm} \"{TargetCatalogue.ToShownName(word)}\" is unknown. Valid: the path of a DLL with strategies; a client "
            + $"({string.Join(", ", _clients.Names)}, or the path of a StackExchange.Redis.dll); the path of a server program; a target "
            + $"({string.Join(", ", _targets.Targets.Select(target => target.Name))}); an address such as 127.0.0.1:6379."
            + (cause is null ? "" : $" As an address: {cause.Reason.ToText()}"),
        cause);

    private static async Task<Builds> PluginsOfAsync(string @base, string head, CancellationToken ct)
    {
        var (first, second) = (await Builds.Reader.ReadAsync(@base, ct), await Builds.Reader.ReadAsync(head, ct));
        if (first.Name != second.Name)
        {
            throw new UsageException($"--base and --head must be builds of one assembly, not of {first.Name} and {second.Name}.");
        }

        string[] common = [.. first.Strategies.Select(strategy => strategy.Name).Intersect(second.Strategies.Select(strategy => strategy.Name))];
        return common.Length == 0
            ? throw new UsageException("--base and --head have no strategy in common.")
            : new(Arms.All, common, arm => [arm == Arms.Head ? second : first], _ => ClientCatalogue.DefaultProgram);
    }

    private async Task<Builds> ClientsOfAsync(string @base, string head, CancellationToken ct)
    {
        var names = await Builds.ReadClientsAsync([@base, head], ct);
        return new(Arms.All, [], _ => [], arm => _clients.Find(names[arm == Arms.Head ? 1 : 0]));
    }

    private Builds TargetsOf(string @base, string head) => new([], [], _ => [], _ => null)
    {
        Targets = new(_targets, [.. Arms.All.Select(arm => (arm, TargetOf(arm, arm == Arms.Head ? head : @base)!))]),
    };
}
