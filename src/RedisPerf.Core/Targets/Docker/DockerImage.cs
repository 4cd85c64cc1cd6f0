using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>An engine's public image and how its server is started without persistence.</summary>
/// <param name="TargetName">The target's name in requests.</param>
/// <param name="Engine">The engine's name in <see cref="KnownEngines"/>.</param>
/// <param name="Image">With its tag, because figures are valid for one version only.</param>
/// <param name="Command">The container's command, after the image's own entry point.</param>
internal sealed partial record DockerImage(string TargetName, string Engine, string Image, IReadOnlyList<string> Command)
{
    /// <summary>The image of a job without a configured target.</summary>
    public const string Default = "docker-redis";

    private static readonly string[] Plain = ["--port", "6379", "--protected-mode", "no", "--save", "", "--appendonly", "no"];

    /// <summary>The port in the container.</summary>
    public const int Port = 6379;

    /// <summary>Environment variables of the container, in addition to those of the image.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether the server locks memory, for which a container's default limit is too low.</summary>
    public bool LocksMemory { get; init; }

    /// <summary>The server's memory option where it has one: less than the container's limit, to leave room for other memory.</summary>
    public Func<long, IEnumerable<string>> MemoryArguments { get; init; } = _ => [];

    /// <summary>The settings that a job may set.</summary>
    public IReadOnlyList<ServerSetting> Settings { get; init; } = ServerSettings.Redis;

    /// <summary>The version in the tag, without the architecture that some tags include; null for a tag without a version, such as
    /// <c>latest</c>, and for a digest without a tag.</summary>
    public string? Version => VersionInTag().Match(ImageName.Split(Image).Tag) is { Success: true } match ? match.Groups[1].Value : null;

    /// <summary>All images by default. A new one is one line here.</summary>
    public static IReadOnlyList<DockerImage> All { get; } =
    [
        new(Default, "Redis", "redis:7.4", ["redis-server", .. Plain]),
        new("docker-redis-8", "Redis", "redis:8.6", ["redis-server", .. Plain]),
        new("docker-valkey", "Valkey", "valkey/valkey:9", ["valkey-server", .. Plain]),
        // Its tags are of one architecture each.
        new("docker-keydb", "KeyDB",
            RuntimeInformation.OSArchitecture == Architecture.Arm64 ? "eqalpha/keydb:arm64_v6.3.4" : "eqalpha/keydb:x86_64_v6.3.4",
            ["keydb-server", .. Plain]) { Settings = ServerSettings.KeyDb },
        new("docker-dragonfly", "Dragonfly", "docker.dragonflydb.io/dragonflydb/dragonfly:v1.39.0",
            ["dragonfly", "--logtostderr", "--port=6379", "--dbfilename="])
        {
            LocksMemory = true,
            Settings = ServerSettings.Dragonfly,
            MemoryArguments = bytes => [string.Create(CultureInfo.InvariantCulture, $"--maxmemory={bytes / 4 * 3}")],
        },
        // Its entry point is the server itself.
        new("docker-garnet", "Garnet", "ghcr.io/microsoft/garnet:2.2.8",
            ["--port", "6379", "--protected-mode", "no", "--lua", "--commandstats-monitor"])
        {
            LocksMemory = true,
            Settings = ServerSettings.Garnet,
            Environment = new Dictionary<string, string> { ["DOTNET_gcServer"] = "0", ["DOTNET_gcConcurrent"] = "0" },
            MemoryArguments = bytes => ["--memory", string.Create(CultureInfo.InvariantCulture, $"{bytes / 4 * 3 / (1 << 30)}g")],
        },
    ];

    /// <summary>All images, with those of the configuration instead of the default ones.</summary>
    /// <param name="configured">The image of each target that has another one, by the target's name.</param>
    /// <exception cref="TargetException">There is no container target with the name, or the text is not the name of an image.</exception>
    public static IReadOnlyList<DockerImage> With(IEnumerable<KeyValuePair<string, string>> configured)
    {
        var images = All.ToDictionary(image => image.TargetName, StringComparer.OrdinalIgnoreCase);
        foreach (var (target, name) in configured)
        {
            if (!images.TryGetValue(target, out var image))
            {
                throw new TargetException(Reason.Of(ReasonCode.ImageTargetUnknown, ("name", target), ("valid", string.Join(", ", images.Keys))));
            }

            images[target] = ImageName.IsValid(name)
                ? image with { Image = name }
                : throw new TargetException(Reason.Of(ReasonCode.ImageNameInvalid, ("name", image.TargetName), ("example", image.Image)));
        }

        return [.. All.Select(image => images[image.TargetName])];
    }

    [GeneratedRegex(@"(?:^|_)v?([0-9]{1,3}(?:\.[0-9]{1,5})*)(?:-|\z)")]
    private static partial Regex VersionInTag();
}
