using System.Net;
using System.Net.Sockets;
using System.Text;
using Docker.DotNet;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

/// <summary>The reasons when Docker cannot be used.</summary>
public sealed class DockerEngineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-docker-").FullName;

    private static string Refusal
    {
        get
        {
            const string Body = """{"message":"authorization denied by plugin"}""";
            return $"HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: {Body.Length}\r\n\r\n{Body}";
        }
    }

    private string SocketPath => Path.Combine(_folder, "docker.sock");

    private DockerApi Api => new(new Uri($"unix://{SocketPath}"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Without_an_engine_every_target_is_unavailable_for_the_same_reason()
    {
        var reason = $"Docker is not available: no engine replies at unix://{SocketPath}.";

        foreach (var target in DockerTarget.All(Api))
        {
            var description = await target.DescribeAsync(Ct);
            description.Status.ShouldBe(TargetStatus.Unavailable);
            description.Reason.ToText().ShouldBe(reason);
            (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText()
                .ShouldBe($"Target '{target.Name}' cannot be used. {reason}");
        }
    }

    [Fact]
    public async Task An_engine_that_hangs_is_given_up_soon()
    {
        using var silent = Listen();

        var described = await Task.WhenAll(DockerTarget.All(Api).Select(target => target.DescribeAsync(Ct)));

        described.ShouldAllBe(target => target.Reason.ToText() == "Docker did not reply within 1.5 seconds.");
        await Should.ThrowAsync<TargetException>(() => DockerContainer.RemoveLeftoversAsync(Api, Ct));
    }

    [Fact]
    public async Task One_query_serves_all_targets()
    {
        using var listener = Listen();
        var connections = CountAsync(listener);

        await Task.WhenAll(DockerTarget.All(Api).Select(target => target.DescribeAsync(Ct)));

        listener.Dispose();
        (await connections).ShouldBe(1);
    }

    [Fact]
    public async Task A_server_that_is_no_engine_is_unavailable()
    {
        using var listener = Listen();
        var answering = AnswerAsync(listener, "+PONG\r\n");

        var description = await DockerTarget.All(Api)[0].DescribeAsync(Ct);

        await answering;
        description.Reason.ToText().ShouldBe($"Docker is not available: the connection to unix://{SocketPath} failed. Invalid response line: +PONG.");
    }

    [Fact]
    public async Task The_message_of_an_engine_that_refuses_is_shown()
    {
        using var listener = Listen();
        var answering = AnswerAsync(listener, Refusal);

        var description = await DockerTarget.All(Api)[0].DescribeAsync(Ct);

        await answering;
        description.Reason.ToText().ShouldBe("Docker reported an error: authorization denied by plugin.");
    }

    [Fact]
    public async Task A_job_waits_longer_for_a_slow_engine_than_a_page()
    {
        using var listener = Listen();
        var answering = AnswerAsync(listener, Refusal, DockerApi.QueryLimit * 1.5);

        var refused = await Should.ThrowAsync<TargetException>(() => DockerTarget.All(Api)[0].OpenAsync(new(0), Ct));

        await answering;
        refused.Reason.ToText().ShouldBe("Target 'docker-redis' cannot be used. Docker reported an error: authorization denied by plugin.");
    }

    [Theory]
    [InlineData("tcp://192.0.2.1:2375")]
    [InlineData("ssh://me@192.0.2.1")]
    public async Task An_engine_on_another_machine_is_not_used(string address)
    {
        var api = new DockerApi(new Uri(address));

        (await DockerTarget.All(api)[0].DescribeAsync(Ct)).Reason.ToText().ShouldBe(
            "The Docker engine at 192.0.2.1 is not on this machine, so its containers "
                + "cannot be reached. Start the server there and configure it as a target.");
        await Should.ThrowAsync<TargetException>(() => DockerContainer.RemoveLeftoversAsync(api, Ct));
    }

    [Theory]
    [InlineData("1.41", "1.12", "1.41")]
    [InlineData("1.52", "1.44", "1.44")]
    [InlineData("1.60", "1.50", "1.50")]
    [InlineData("", null, "1.44")]
    public void The_API_version_is_one_that_the_engine_supports(string newest, string? oldest, string expected) =>
        DockerApi.ApiVersion(new(1, 44), new() { APIVersion = newest, MinAPIVersion = oldest }).ToString().ShouldBe(expected);

    [Theory]
    [InlineData("docker-redis", "7.4")]
    [InlineData("docker-redis-8", "8.6")]
    [InlineData("docker-valkey", "9")]
    [InlineData("docker-keydb", "6.3.4")]
    [InlineData("docker-dragonfly", "1.39.0")]
    [InlineData("docker-garnet", "2.2.8")]
    public void Each_image_is_pinned_to_a_version(string target, string version) =>
        DockerImage.All.Single(image => image.TargetName == target).Version.ShouldBe(version);

    [Theory]
    [InlineData("redis:8.6", "8.6")]
    [InlineData("redis:8.6-alpine", "8.6")]
    [InlineData("localhost:5000/redis:v8", "8")]
    [InlineData("redis:7.4@sha256:2efb8f4a00000000000000000000000000000000000000000000000000000000", "7.4")]
    [InlineData("redis@sha256:2efb8f4a00000000000000000000000000000000000000000000000000000000", null)]
    [InlineData("redis", null)]
    [InlineData("localhost:5000/redis", null)]
    [InlineData("redis:latest", null)]
    [InlineData("redis:alpine3.20", null)]
    [InlineData("redis:20260101", null)]
    [InlineData("redis:7f3a", null)]
    public void A_configured_image_has_the_version_of_its_tag_or_none(string name, string? version)
    {
        var images = DockerImage.With([KeyValuePair.Create("Docker-Redis", name)]);

        (images[0].TargetName, images[0].Image, images[0].Version).ShouldBe(("docker-redis", name, version));
        images.Skip(1).ShouldBe(DockerImage.All.Skip(1));
    }

    [Theory]
    [InlineData("docker-redis", "")]
    [InlineData("docker-redis", "Redis:7.4")]
    [InlineData("docker-redis", "redis:7 4")]
    [InlineData("docker-redis", "redis:")]
    [InlineData("docker-redis", "redis@sha256:2efb")]
    [InlineData("docker-redis", "https://robot:secret@registry.example/redis")]
    public void A_text_that_is_not_the_name_of_an_image_is_refused(string target, string name) =>
        Should.Throw<TargetException>(() => DockerTarget.All(Api, [KeyValuePair.Create(target, name)])).Reason.ToText()
            .ShouldBe("RedisPerf__Images__docker-redis must be the name of an image, such as redis:7.4.");

    [Fact]
    public void An_image_of_an_unknown_target_is_refused() =>
        Should.Throw<TargetException>(() => DockerTarget.All(Api, [KeyValuePair.Create("redis", "redis:8.6")])).Reason.ToText().ShouldBe(
            "Unknown setting RedisPerf__Images__redis. The container targets are docker-redis, docker-redis-8, docker-valkey, docker-keydb, "
                + "docker-dragonfly, docker-garnet.");

    [Theory]
    [InlineData(0L, 2, 4)]
    [InlineData(2L << 30, 2, 4)]
    [InlineData(3L << 30, 2, 8)]
    [InlineData(0L, 32, 16)]
    public void The_memory_limit_exceeds_the_data_and_the_minimum_per_core(long bytes, int cores, long gigabytes) =>
        DockerTarget.MemoryLimit(bytes, cores).ShouldBe(gigabytes << 30);

    [Theory]
    [InlineData("""{"message":"No such image: redis:7.4"}""", "Docker reported an error: No such image: redis:7.4.")]
    [InlineData("""{"message":"Is it running?\n"}""", "Docker reported an error: Is it running?")]
    [InlineData("""{"message":""}""", "Docker failed with HTTP status 500 and no message.")]
    [InlineData("[]", "Docker failed with HTTP status 500 and no message.")]
    [InlineData("nginx", "Docker failed with HTTP status 500 and no message.")]
    [InlineData(null, "Docker failed with HTTP status 500 and no message.")]
    public void An_error_of_the_engine_becomes_a_sentence(string? body, string sentence) =>
        DockerApi.ReasonOf(new DockerApiException(HttpStatusCode.InternalServerError, body)).ToText().ShouldBe(sentence);

    [Fact]
    public void A_pull_reports_how_many_layers_are_here()
    {
        var progress = new PullProgress("redis:7.4");
        (string? Layer, string Status)[] messages =
        [
            ("7.4", "Pulling from library/redis"), ("a1", "Already exists"), ("b2", "Pulling fs layer"), ("c3", "Pulling fs layer"),
            ("b2", "Downloading"), ("b2", "Download complete"),
            ("b2", "Pull complete"), ("c3", "Download complete"), ("c3", "Pull complete"), ("c3", "Pull complete"),
            (null, "Digest: sha256:2efb"), (null, "Status: Downloaded newer image for redis:7.4"),
        ];

        messages.Select(message => progress.After(new() { ID = message.Layer, Status = message.Status })).OfType<Reason>().Select(
            step => step.ToText())
            .ShouldBe(["pulling redis:7.4, 1 of 1 layers", "pulling redis:7.4, 2 of 3 layers", "pulling redis:7.4, 3 of 3 layers"]);
    }

    private Socket Listen()
    {
        var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(SocketPath));
        listener.Listen();
        return listener;
    }

    private static async Task AnswerAsync(Socket listener, string answer, TimeSpan delay = default)
    {
        using var client = await listener.AcceptAsync(Ct);
        await client.ReceiveAsync(new byte[4096], Ct);
        await Task.Delay(delay, Ct);
        await client.SendAsync(Encoding.ASCII.GetBytes(answer), Ct);
    }

    // The connections until the listener is closed; they get no reply.
    private static async Task<int> CountAsync(Socket listener)
    {
        var clients = new List<Socket>();
        try
        {
            while (true)
            {
                clients.Add(await listener.AcceptAsync(Ct));
            }
        }
        catch (SocketException)
        {
            clients.ForEach(client => client.Dispose());
            return clients.Count;
        }
    }
}
