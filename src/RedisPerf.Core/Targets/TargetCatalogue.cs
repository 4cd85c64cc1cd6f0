using System.Buffers;
using System.Net;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets;

/// <summary>The targets of this machine and its configuration.</summary>
public sealed partial class TargetCatalogue
{
    private static readonly string[] Reserved = [EmbeddedTarget.TargetName, LocalTarget.TargetName, LocalTarget.ValkeyName,
        LocalTarget.TlsName, LocalTarget.ClusterName, "docker", .. DockerImage.All.Select(image => image.TargetName)];

    private static readonly SearchValues<char> AddressSymbols = SearchValues.Create(",=@:/%!");

    private readonly Lock _gate = new();
    private readonly ITarget[] _fixed;
    private volatile ConfiguredTarget[] _added = [];

    /// <summary>Finds the targets; starts and connects to nothing.</summary>
    /// <param name="dataFolder">The parent of the started servers' folders.</param>
    /// <param name="configured">The targets of the configuration.</param>
    /// <param name="servers">The server programs of the configuration.</param>
    /// <param name="images">The images of the configuration, by the names of container targets.</param>
    /// <exception cref="TargetException">A configured name is missing, malformed, reserved or given twice, a program does not exist, or an
    /// image is that of no container target or malformed.</exception>
    public TargetCatalogue(
        string dataFolder, IEnumerable<ConfiguredTargetOptions> configured, IEnumerable<NamedServerOptions>? servers = null,
        IEnumerable<KeyValuePair<string, string>>? images = null)
        : this(dataFolder, configured, new DockerApi(), servers, images)
    {
    }

    internal TargetCatalogue(
        string dataFolder, IEnumerable<ConfiguredTargetOptions> configured, DockerApi docker, IEnumerable<NamedServerOptions>? servers = null,
        IEnumerable<KeyValuePair<string, string>>? images = null)
    {
        var local = LocalTarget.Find(dataFolder).ToLookup(t => t.IsInstalled);
        _fixed =
        [
            .. configured.Select(Named).Select(options => new ConfiguredTarget(options)),
            .. local[true],
            .. (servers ?? []).Select((server, index) => new NamedServer(
                CheckName(server.Name, ReasonCode.NamedServerNameMissing, index), server.FindProgram(index), dataFolder)),
            new EmbeddedTarget(dataFolder),
            .. DockerTarget.All(docker, images),
            .. local[false],
        ];
        foreach (var (index, target) in _fixed.Index())
        {
            if (Find(_fixed[..index], target.Name) is not null)
            {
                throw new TargetException(Reason.Of(ReasonCode.TargetNameDuplicate, ("name", target.Name)));
            }
        }
    }

    /// <summary>All targets: configured, added, installed on this machine, embedded, containers, and programs that could be installed.</summary>
    public IReadOnlyList<ITarget> Targets => [.. _fixed.Where(IsConfigured), .. _added, .. _fixed.Where(target => !IsConfigured(target))];

    /// <summary>The default target: the first available one in the order configured, Docker's Redis with a pulled image, local, embedded.
    /// Without an available target, the first one; null when there are no targets.</summary>
    /// <param name="described">In the catalogue's order.</param>
    public static TargetDescription? Default(IReadOnlyList<TargetDescription> described) =>
        described.Where(target => target is { IsDownloaded: true, Status: not TargetStatus.Unavailable }).OrderBy(Rank)
            .Concat(described).FirstOrDefault();

    /// <summary>The names of targets, the default one first.</summary>
    public static IReadOnlyList<string> DefaultFirst(IReadOnlyList<TargetDescription> described)
    {
        var first = Default(described);
        return [.. described.OrderByDescending(target => target == first).Select(target => target.Name)];
    }

    /// <summary>All targets as they are now, in order.</summary>
    public async Task<IReadOnlyList<TargetDescription>> DescribeAsync(CancellationToken ct) =>
        await Task.WhenAll(Targets.Select(target => target.DescribeAsync(ct)));

    /// <summary>Stops the servers of RedisPerf processes that no longer run. Called when a program starts.</summary>
    public static void RemoveLeftovers(string dataFolder) => ServerFolder.RemoveLeftovers(dataFolder);

    /// <summary>The same for containers. It takes a few seconds at most, and does nothing when Docker does not reply.</summary>
    public static async Task RemoveLeftContainersAsync(CancellationToken ct)
    {
        try
        {
            await DockerContainer.RemoveLeftoversAsync(new DockerApi(), ct).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // The Docker targets show the reason.
        }
    }

    /// <summary>The target with this name, ignoring case; null when there is no such target.</summary>
    public ITarget? Find(string name) => Find(Targets, name);

    /// <summary>Checks a target before it is added.</summary>
    /// <exception cref="TargetException">Its name is malformed, reserved, or that of a target of the configuration, or the connection
    /// string is invalid. The reason contains no password.</exception>
    public void Check(ConfiguredTargetOptions target)
    {
        Named(target, 0);
        if (Find(_fixed, target.Name) is not null)
        {
            throw new TargetException(Reason.Of(ReasonCode.TargetNameDuplicate, ("name", target.Name)));
        }

        _ = target.ParseAddress();
    }

    /// <summary>Adds an existing server while the program runs, or replaces the added one with this name, unless it is the same.</summary>
    /// <inheritdoc cref="Check"/>
    public void Add(ConfiguredTargetOptions target)
    {
        Check(target);
        lock (_gate)
        {
            if (!_added.Any(known => known.Is(target)))
            {
                _added = [.. Without(target.Name), new ConfiguredTarget(target)];
            }
        }
    }

    /// <summary>Removes an added target. A job that uses it keeps its connection.</summary>
    public void Remove(string name)
    {
        lock (_gate)
        {
            _added = [.. Without(name)];
        }
    }

    /// <summary>Whether a text can be the name of a target.</summary>
    public static bool IsName(string text) => Name().IsMatch(text);

    /// <summary>A text that a user gave as the name of a target, for a message: itself if it is a name, or only a host and a port. Another one
    /// may be an address with a password.</summary>
    public static string ToShownName(string text) => IsName(text) || ServerEndPoint.Parse(text) is DnsEndPoint or IPEndPoint ? text : "…";

    /// <summary>A target for a connection string such as <c>127.0.0.1:6379</c> or a URL. Its name is the host and port.</summary>
    /// <exception cref="TargetException">The text is invalid; the reason contains no password.</exception>
    public static ITarget FromConnectionString(string text) => ConfiguredTarget.FromConnectionString(text);

    /// <summary>A target for the path of a server program, which RedisPerf starts; null when the path is that of no program.</summary>
    /// <param name="name">The name of the target.</param>
    /// <param name="dataFolder">The parent of the started server's folder.</param>
    // A Unix socket can have the mode of a program, and has no length.
    public static ITarget? FromProgram(string name, string path, string dataFolder) =>
        SearchPath.FindFault(path) is null && new FileInfo(path).Length > 0 ? new NamedServer(name, Path.GetFullPath(path), dataFolder) : null;

    private IEnumerable<ConfiguredTarget> Without(string name) => _added.Where(target => !IsNamed(target, name));

    private static ITarget? Find(IEnumerable<ITarget> targets, string name) => targets.FirstOrDefault(target => IsNamed(target, name));

    private static bool IsConfigured(ITarget target) => target.Source == TargetSource.Configured;

    private static bool IsNamed(ITarget target, string name) => target.Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    private static int Rank(TargetDescription target) => target switch
    {
        { Source: TargetSource.Configured } => 0,
        { Name: DockerImage.Default } => 1,
        { Source: TargetSource.Local } => 2,
        { Source: TargetSource.Embedded } => 3,
        _ => 4,
    };

    private static ConfiguredTargetOptions Named(ConfiguredTargetOptions options, int index)
    {
        CheckName(options.Name, ReasonCode.TargetNameMissing, index);
        return options;
    }

    private static string CheckName(string name, ReasonCode missing, int index)
    {
        if (string.IsNullOrWhiteSpace(name))
        {
            throw new TargetException(Reason.Of(missing, ("number", index + 1), ("index", index)));
        }

        if (!Name().IsMatch(name))
        {
            // An address in the wrong field may have a password.
            var isAddress = name.AsSpan().IndexOfAny(AddressSymbols) >= 0;
            throw new TargetException(Reason.Of(ReasonCode.TargetNameInvalid, ("name", isAddress ? null : name)));
        }

        return Reserved.Contains(name, StringComparer.OrdinalIgnoreCase)
            ? throw new TargetException(Reason.Of(ReasonCode.TargetNameReserved, ("name", name)))
            : name;
    }

    [GeneratedRegex(@"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}\z")]
    private static partial Regex Name();
}
