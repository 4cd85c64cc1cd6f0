namespace RedisPerf.Core.Targets.Docker;

/// <summary>The names of images. Docker lists them in their short form, <c>redis:7.4</c>, and Podman with the registry:
/// <c>docker.io/library/redis:7.4</c>.</summary>
internal static class ImageName
{
    private const string Hub = "docker.io";
    private const string OfficialNames = "library/";
    private const string Local = "localhost";
    private const string DefaultTag = "latest";

    // Earlier names of the registry.
    private static readonly string[] HubNames = [Hub, "index.docker.io", "registry-1.docker.io"];

    /// <summary>The name with its registry and its tag, and without a digest: a tag is sufficient to find an image.</summary>
    public static string Normalize(string name)
    {
        var (repository, tag) = Split(name);
        var slash = repository.IndexOf('/', StringComparison.Ordinal);
        var (registry, path) = slash > 0 && IsRegistry(repository[..slash])
            ? (repository[..slash], repository[(slash + 1)..])
            : (Hub, repository);
        if (HubNames.Contains(registry, StringComparer.OrdinalIgnoreCase))
        {
            registry = Hub;
            path = path.Contains('/', StringComparison.Ordinal) ? path : OfficialNames + path;
        }

        return $"{registry}/{path}:{tag}";
    }

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
    /// <param name="listed">The names that the engine lists.</param>
    public static string? Find(IReadOnlyCollection<string> listed, string image)
    {
        var name = Normalize(image);
        var built = Normalize($"{Local}/{image}");
        return listed.FirstOrDefault(other => Normalize(other) == name) ?? listed.FirstOrDefault(other => Normalize(other) == built);
    }

    // As Docker decides: the first part of a path on the registry has neither a dot nor a port.
    private static bool IsRegistry(string part) =>
        part == Local || part.Contains('.', StringComparison.Ordinal) || part.Contains(':', StringComparison.Ordinal);
}
