using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

/// <summary>The engine API of Podman: it lists images with their registry, and a rootless one discards limits.</summary>
public sealed class PodmanTests
{
    private const string Hash = "2efb8f4a3c2b1a7d6e5f4c3b2a19087f6e5d4c3b2a19087f6e5d4c3b2a19087f";
    private const string Hash2 = "77bb8f4a3c2b1a7d6e5f4c3b2a19087f6e5d4c3b2a19087f6e5d4c3b2a19087f";
    private const string Digest = $"sha256:{Hash}";
    private const string Digest2 = $"sha256:{Hash2}";
    private const string Id = "8f3c2b1a7d6e5f4c3b2a19087f6e5d4c3b2a19087f6e5d4c3b2a19087f6e5d4c";

    [Theory]
    [InlineData("redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("redis", "docker.io/library/redis:latest")]
    [InlineData("library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("docker.io/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("index.docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("redis:7.4@sha256:2efb8f4a", "docker.io/library/redis@sha256:2efb8f4a")]
    [InlineData("redis@sha256:2efb8f4a", "docker.io/library/redis@sha256:2efb8f4a")]
    [InlineData("valkey/valkey:8", "docker.io/valkey/valkey:8")]
    [InlineData("localhost/redis:7.4", "localhost/redis:7.4")]
    [InlineData("localhost:5000/redis", "localhost:5000/redis:latest")]
    [InlineData("ghcr.io/microsoft/garnet:2.1.8", "ghcr.io/microsoft/garnet:2.1.8")]
    [InlineData("docker.dragonflydb.io/dragonflydb/dragonfly:v1.31.0", "docker.dragonflydb.io/dragonflydb/dragonfly:v1.31.0")]
    public void A_name_has_one_long_form(string name, string expected) => ImageName.Normalize(name).ShouldBe(expected);

    [Theory]
    [InlineData("redis:7.4", "redis:7.4")]
    [InlineData("docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("localhost/redis:7.4", "localhost/redis:7.4")]
    [InlineData("redis:7.2", null)]
    [InlineData("quay.io/library/redis:7.4", null)]
    [InlineData("localhost:5000/redis:7.4", null)]
    [InlineData("someone/redis:7.4", null)]
    public void An_image_is_found_by_any_form_of_its_name(string listed, string? expected) =>
        ImageName.Find(["<none>:<none>", listed], "redis:7.4").ShouldBe(expected);

    [Theory]
    [InlineData("redis@sha256:2efb8f4a", "redis@sha256:2efb8f4a")]
    [InlineData("redis:7.4@sha256:2efb8f4a", "docker.io/library/redis@sha256:2efb8f4a")]
    [InlineData("redis:7.4@sha256:77bb", null)]
    [InlineData("redis:8@sha256:2efb8f4a", "redis@sha256:2efb8f4a")]
    public void An_image_with_a_digest_is_found_by_the_digest_only(string image, string? expected) =>
        ImageName.Find(expected is null ? ["redis:7.4", "redis@sha256:2efb8f4a"] : ["redis:7.4", expected], image).ShouldBe(expected);

    [Theory]
    [InlineData("ghcr.io/microsoft/garnet:2.1.8", "ghcr.io/microsoft/garnet:2.1.8", "2.1.8")]
    [InlineData("docker.io/library/redis:7.4", "docker.io/library/redis:7.4", "7.4")]
    [InlineData($"redis@{Digest}", $"docker.io/library/redis@{Digest}", null)]
    [InlineData($"redis:7.4@{Digest}", $"docker.io/library/redis@{Digest}", "7.4")]
    public async Task A_configured_image_is_found_and_started_by_its_listed_name(string configured, string listed, string? version)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var podman = Podman(redis.Port, "");
        var target = DockerTarget.All(podman.Api, [KeyValuePair.Create("docker-redis", configured)])[0];

        (await target.DescribeAsync(Ct)).ShouldBe(
            new TargetDescription("docker-redis", "Redis", version, TargetSource.Docker, TargetStatus.Startable, null));
        await using var server = await target.OpenAsync(new(0), Ct);

        server.Environment.Settings["image"].ShouldBe(configured);
        podman.Requests.ShouldNotContain(request => request.Contains("/images/create", StringComparison.Ordinal));
        podman.Requests.Single(request => request.Contains("/containers/create", StringComparison.Ordinal)).ShouldContain($"\"Image\":\"{listed}\"");
    }

    [Theory]
    [InlineData($"registry.example:5000/cache/redis@{Digest}", "fromImage=registry.example%3A5000%2Fcache%2Fredis", $"tag=sha256%3A{Hash}")]
    [InlineData($"redis:7.4@{Digest2}", "fromImage=redis", $"tag=sha256%3A{Hash2}")]
    [InlineData("quay.io/library/redis:8", "fromImage=quay.io%2Flibrary%2Fredis", "tag=8")]
    public async Task A_configured_image_that_is_missing_is_pulled_by_its_tag_or_digest(string configured, string name, string tag)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var podman = Podman(redis.Port, "");
        var target = DockerTarget.All(podman.Api, [KeyValuePair.Create("docker-redis", configured)])[0];

        var described = await target.DescribeAsync(Ct);
        described.IsDownloaded.ShouldBeFalse();
        described.Reason.ToText().ShouldBe($"The first job on it pulls its image, {configured}.");
        await using var server = await target.OpenAsync(new(0), Ct);

        var pull = podman.Requests.Single(request => request.Contains("/images/create?", StringComparison.Ordinal)).Split(' ')[1];
        pull.ShouldContain(name);
        pull.ShouldContain(tag);
        podman.Requests.Single(request => request.Contains("/containers/create", StringComparison.Ordinal))
            .ShouldContain($"\"Image\":\"{configured}\"");
        server.Environment.Settings["image"].ShouldBe(configured);
    }

    [Fact]
    public async Task An_image_that_is_listed_with_its_registry_is_here()
    {
        await using var podman = new RecordedEngine(Answer);

        var targets = await Task.WhenAll(DockerTarget.All(podman.Api).Select(target => target.DescribeAsync(Ct)));

        targets.Where(target => target.IsDownloaded).Select(target => target.Name).ShouldBe(["docker-redis"]);
        targets[0].ShouldBe(new TargetDescription("docker-redis", "Redis", "7.4", TargetSource.Docker, TargetStatus.Startable, null));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("0", false)]
    public async Task Cores_that_a_rootless_engine_discards_are_not_recorded_as_pinned(string applied, bool isDiscarded)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The engine is on this kernel.");
        await using var redis = await RedisServer.StartAsync();
        await using var podman = Podman(redis.Port, applied);
        var target = DockerTarget.All(podman.Api)[0];

        await using var server = await target.OpenAsync(new(0) { Cores = "0" }, Ct);

        server.IgnoresCores.ShouldBe(isDiscarded);
        server.Environment.Settings.GetValueOrDefault("cores").ShouldBe(isDiscarded ? "0, discarded by the engine" : null);
        server.Environment.Settings["memory"].ShouldBe("not limited");
        server.Environment.Settings["image"].ShouldBe("redis:7.4");
        podman.Requests.Single(request => request.StartsWith("POST", StringComparison.Ordinal)
            && request.Contains("/containers/create", StringComparison.Ordinal)).ShouldContain("\"Image\":\"docker.io/library/redis:7.4\"");
    }

    /// <param name="port">The port of the server in the container.</param>
    /// <param name="cores">The cores that the engine applies.</param>
    private static RecordedEngine Podman(int port, string cores) => new(request => request switch
    {
        "GET /info" => $$"""{"KernelVersion":"{{Kernel}}","OSType":"linux"}""",
        "POST /containers/create" => $$"""
            {"Id":"{{Id}}","Warnings":["Resource limits are not supported and ignored on cgroups V1 rootless systems"]}
            """,
        $"GET /containers/{Id}/json" => Details(port, cores),
        _ => Answer(request),
    });

    private static string Kernel => OperatingSystem.IsLinux() ? File.ReadAllText("/proc/sys/kernel/osrelease").Trim() : "";

    // Podman 4.3.1, without the fields that are not read.
    private static string Answer(string request) => request switch
    {
        "GET /version" => """{"Version":"4.3.1","ApiVersion":"1.41","MinAPIVersion":"1.24","Os":"linux","Arch":"amd64"}""",
        "GET /images/json" => $$"""
            [{"Id":"sha256:2efb","RepoTags":["docker.io/library/redis:7.4"],"RepoDigests":["docker.io/library/redis@{{Digest}}"],"Containers":0},
            {"Id":"sha256:11aa","RepoTags":["ghcr.io/microsoft/garnet:2.1.8"],"Containers":0},
            {"Id":"sha256:77bb","RepoTags":null,"Containers":0}]
            """,
        _ when request.StartsWith("GET /images/", StringComparison.Ordinal) =>
            """{"Id":"sha256:2efb","RepoTags":["docker.io/library/redis:7.4"],"Os":"linux","Architecture":"amd64","Created":"2026-01-01T00:00:00Z"}""",
        "GET /networks" or "GET /containers/json" => "[]",
        _ => "",
    };

    private static string Details(int port, string cores) => $$$"""
        {"Id":"{{{Id}}}","Name":"/redisperf","Created":"2026-01-01T00:00:00Z","Config":{"Image":"docker.io/library/redis:7.4"},
        "State":{"Status":"running","Running":true,"ExitCode":0,"StartedAt":"2026-01-01T00:00:01Z","FinishedAt":"0001-01-01T00:00:00Z"},
        "HostConfig":{"CpusetCpus":"{{{cores}}}","Memory":0,"NetworkMode":"slirp4netns"},
        "NetworkSettings":{"IPAddress":"","Networks":{},"Ports":{"6379/tcp":[{"HostIp":"127.0.0.1","HostPort":"{{{port}}}"}]} } }
        """;
}
