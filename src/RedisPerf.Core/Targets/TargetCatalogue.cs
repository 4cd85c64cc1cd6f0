using System.Text.RegularExpressions;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>The targets of this machine and its configuration.</summary>
public sealed partial class TargetCatalogue
{
    private static readonly string[] Reserved = [EmbeddedTarget.TargetName, LocalTarget.TargetName, LocalTarget.ValkeyName, "docker", .. DockerImage.All.Select(image => image.TargetName)];

    private readonly Dictionary<string, ITarget> _byName = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Looks what there is; starts and connects to nothing.</summary>
    /// <param name="dataFolder">Where started servers get their folders.</param>
    /// <param name="configured">The targets of the configuration.</param>
    /// <exception cref="TargetException">A configured name is missing, malformed, reserved or given twice.</exception>
    public TargetCatalogue(string dataFolder, IEnumerable<ConfiguredTargetOptions> configured)
        : this(dataFolder, configured, new DockerApi())
    {
    }

    internal TargetCatalogue(string dataFolder, IEnumerable<ConfiguredTargetOptions> configured, DockerApi docker)
    {
        var local = LocalTarget.Find(dataFolder).ToLookup(t => t.IsInstalled);
        Targets =
        [
            .. configured.Select(Named).Select(o => new ConfiguredTarget(o.Name, o.Connection)),
            .. local[true],
            new EmbeddedTarget(dataFolder),
            .. DockerTarget.All(docker),
            .. local[false],
        ];
        foreach (var target in Targets)
        {
            if (!_byName.TryAdd(target.Name, target))
            {
                throw new TargetException($"Two configured targets are named '{target.Name}'; give each a name of its own.");
            }
        }
    }

    /// <summary>All that can be named: the configured ones, then what is installed here, the embedded one, the containers, and what could be installed.</summary>
    public IReadOnlyList<ITarget> Targets { get; }

    /// <summary>
    /// What a job takes when it names no target: a configured one, else Docker's Redis where its image is here, else a local
    /// one, else the embedded one, of those that can be used; or the first of all; null when there is none.
    /// </summary>
    /// <param name="described">In the catalogue's order.</param>
    public static TargetDescription? Usual(IReadOnlyList<TargetDescription> described) =>
        described.Where(target => target is { IsAtHand: true, Status: not TargetStatus.Unavailable }).OrderBy(Rank).Concat(described).FirstOrDefault();

    /// <summary>The names of targets, the usual one first.</summary>
    public static IReadOnlyList<string> UsualFirst(IReadOnlyList<TargetDescription> described)
    {
        var usual = Usual(described);
        return [.. described.OrderByDescending(target => target == usual).Select(target => target.Name)];
    }

    /// <summary>All targets as they are now, in order.</summary>
    public async Task<IReadOnlyList<TargetDescription>> DescribeAsync(CancellationToken ct) =>
        await Task.WhenAll(Targets.Select(target => target.DescribeAsync(ct)));

    /// <summary>Ends the servers that a process left behind which is no more; for the start of a program.</summary>
    public static void RemoveLeftovers(string dataFolder) => ServerFolder.RemoveLeftovers(dataFolder);

    /// <summary>The same for containers, which Docker is asked for: for a second or so at most. Without a Docker that answers there is nothing to do.</summary>
    public static async Task RemoveLeftContainersAsync(CancellationToken ct)
    {
        try
        {
            await DockerContainer.RemoveLeftoversAsync(new DockerApi(), ct).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // Its targets say that it does not answer.
        }
    }

    /// <summary>The target of that name, whatever its case; null when there is none.</summary>
    public ITarget? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>A target for a connection string such as <c>127.0.0.1:6379</c>, named for its host and port.</summary>
    /// <exception cref="TargetException">The text cannot be used; the message repeats no password.</exception>
    public static ITarget FromConnectionString(string text) => ConfiguredTarget.FromConnectionString(text);

    private static int Rank(TargetDescription target) => target switch
    {
        { Source: TargetSource.Configured } => 0,
        { Name: DockerImage.Usual } => 1,
        { Source: TargetSource.Local } => 2,
        { Source: TargetSource.Embedded } => 3,
        _ => 4,
    };

    private static ConfiguredTargetOptions Named(ConfiguredTargetOptions options, int index)
    {
        if (string.IsNullOrWhiteSpace(options.Name))
        {
            throw new TargetException($"The configured target number {index + 1} has no name; set RedisPerf:Targets:{index}:Name.");
        }

        if (!Name().IsMatch(options.Name))
        {
            throw new TargetException($"The configured target name '{options.Name}' cannot be used; take letters, digits, dots, dashes and underscores, at most 40.");
        }

        if (Reserved.Contains(options.Name, StringComparer.OrdinalIgnoreCase))
        {
            throw new TargetException($"The configured target name '{options.Name}' is RedisPerf's own; take another one.");
        }

        return options;
    }

    [GeneratedRegex(@"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}\z")]
    private static partial Regex Name();
}
