using System.Text.RegularExpressions;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The names of images. Docker lists them in their short form, <c>redis:7.4</c>, and Podman with the registry:
/// <c>docker.io/library/redis:7.4</c>.</summary>
internal static partial class ImageName
{
    private const string Hub = "docker.io";
    private const string OfficialNames = "library/";
    private const string Local = "localhost";
    private const string DefaultTag = "latest";

    // Earlier names of the registry.
    private static readonly string[] HubNames = [Hub, "index.docker.io", "registry-1.docker.io"];

    /// <summary>Whether a text can be the name of an image, by the grammar of registries.</summary>
    public static bool IsValid(string text) => Reference().IsMatch(text);

    /// <summary>The name with its registry, and with its digest, or with its tag when it has no digest: a tag can move to other
    /// content.</summary>
    public static string Normalize(string name)
    {
        var (repository, tag) = Split(name);
        var digest = DigestOf(name);
        var slash = repository.IndexOf('/', StringComparison.Ordinal);
        var (registry, path) = slash > 0 && IsRegistry(repository[..slash])
            ? (repository[..slash], repository[(slash + 1)..])
            : (Hub, repository);
        if (HubNames.Contains(registry, StringComparer.OrdinalIgnoreCase))
        {
            registry = Hub;
            path = path.Contains('/', StringComparison.Ordinal) ? path : OfficialNames + path;
        }

        return $"{registry}/{path}{(digest is null ? $":{tag}" : $"@{digest}")}";
    }

    /// <summary>The digest of a name, such as <c>sha256:2efb…</c>; null without one.</summary>
    public static string? DigestOf(string name) => name.IndexOf('@', StringComparison.Ordinal) is >= 0 and var at ? name[(at + 1)..] : null;

    /// <summary>The name and the tag.</summary>
    public static (string Repository, string Tag) Split(string name)
    {
        var digest = name.IndexOf('@', StringComparison.Ordinal);
        var tagged = digest < 0 ? name : name[..digest];
        var colon = tagged.LastIndexOf(':');
        // The port of a registry is before a slash.
        return colon > tagged.LastIndexOf('/') ? (tagged[..colon], tagged[(colon + 1)..]) : (tagged, DefaultTag);
    }

    /// <summary>The listed name of an image; null when it is not in the list. Podman gives an image that was built on the machine the
    /// registry <c>localhost</c>, and Docker none.</summary>
    /// <param name="listed">The names that the engine lists, with tags and with digests.</param>
    public static string? Find(IReadOnlyCollection<string> listed, string image)
    {
        var name = Normalize(image);
        var built = Normalize($"{Local}/{image}");
        return listed.FirstOrDefault(other => Normalize(other) == name) ?? listed.FirstOrDefault(other => Normalize(other) == built);
    }

    // As Docker decides: the first part of a path on the registry has neither a dot nor a port.
    private static bool IsRegistry(string part) =>
        part == Local || part.Contains('.', StringComparison.Ordinal) || part.Contains(':', StringComparison.Ordinal);

    // A registry, lower-case parts of a path, a tag and a digest.
    [GeneratedRegex(@"^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?/)?[a-z0-9]+(?:(?:\.|_{1,2}|-+|/)[a-z0-9]+)*"
        + @"(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?\z")]
    private static partial Regex Reference();
}
