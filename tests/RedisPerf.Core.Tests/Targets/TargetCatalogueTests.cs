using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

public sealed class TargetCatalogueTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public void A_configured_target_comes_first_and_the_embedded_one_is_always_there()
    {
        var catalogue = Catalogue(("staging", "10.0.0.1:6379,password=hush"));

        catalogue.Targets[0].Name.ShouldBe("staging");
        catalogue.Targets.Select(t => t.Name).ShouldContain("embedded");
        catalogue.Find("Staging").ShouldBe(catalogue.Targets[0]);
        catalogue.Find("elsewhere").ShouldBeNull();
    }

    [Fact]
    public async Task The_usual_target_is_the_first_that_can_be_used()
    {
        var catalogue = Catalogue(("nobody-there", "127.0.0.1:1"));

        var described = await catalogue.DescribeAsync(Ct);

        described[0].Status.ShouldBe(TargetStatus.Unavailable);
        TargetCatalogue.Default(described)!.Status.ShouldBe(TargetStatus.Startable);
        TargetCatalogue.Default([described[0]]).ShouldBe(described[0], "the user needs its reason");
        TargetCatalogue.DefaultFirst(described)[0].ShouldBe(LocalTarget.Find(_data.Path)[0].IsInstalled ? "local" : "embedded");
        catalogue.Find("local").ShouldNotBeNull("a target that is not installed is listed with its reason");
    }

    [Theory]
    [InlineData("", "has no name; set RedisPerf:Targets:0:Name")]
    [InlineData("embedded", "is reserved by RedisPerf")]
    [InlineData("Local", "is reserved by RedisPerf")]
    [InlineData("docker", "is reserved by RedisPerf")]
    [InlineData("docker-Redis", "is reserved by RedisPerf")]
    [InlineData("127.0.0.1:6379", "is invalid; use letters")]
    [InlineData("two words", "is invalid; use letters")]
    [InlineData("host,password=hush", "The configured target name is invalid; use letters")]
    public void A_name_that_cannot_be_used_is_a_sentence_at_start(string name, string part) =>
        Should.Throw<TargetException>(() => Catalogue((name, "127.0.0.1"))).Reason.ToText().ShouldContain(part);

    [Fact]
    public void A_name_given_twice_is_a_sentence_at_start() =>
        Should.Throw<TargetException>(() => Catalogue(("a", "127.0.0.1"), ("A", "127.0.0.2"))).Reason.ToText()
            .ShouldBe("Another target is named 'A'; give each target its own name.");

    [Theory]
    [InlineData("", "is empty")]
    [InlineData("redis://:hush@127.0.0.1:6379/x", "is a URL that cannot be read")]
    [InlineData("127.0.0.1,passwrd=hush", "has an option that cannot be used, in part 2")]
    [InlineData("127.0.0.1,connecttimeout=hush", "has an option that cannot be used: connectTimeout;")]
    [InlineData("127.0.0.1,hush", "names 2 servers, or an option without its name")]
    [InlineData("password=hush", "names no server")]
    [InlineData(":7392,password=hush", "has no valid host and port")]
    [InlineData("127.0.0.1:0,password=hush", "has no valid host and port")]
    [InlineData("password=hush,redis.example:00", "has no valid host and port")]
    [InlineData("[::1]:0", "has no valid host and port")]
    public async Task A_connection_string_that_cannot_be_used_makes_its_target_unavailable_and_is_not_repeated(string connection, string part)
    {
        var target = Catalogue(("mine", connection)).Targets[0];

        var description = await target.DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldNotBeNull().ShouldContain(part);
        description.Reason.ToText()!.ShouldNotContain("hush");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).ToString().ShouldNotContain("hush");
        Should.Throw<TargetException>(() => TargetCatalogue.FromConnectionString(connection)).Reason.ToText().ShouldContain(part);
    }

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1:6379")]
    [InlineData("redis.example:7000,password=hush", "redis.example:7000")]
    [InlineData("redis.example,ssl=true", "redis.example:6380")]
    [InlineData("redis.example:7000,password=:0", "redis.example:7000")]
    [InlineData("::1", "[::1]:6379")]
    [InlineData("[::1]:7000", "[::1]:7000")]
    public void A_target_from_a_connection_string_is_named_for_its_host_and_port(string connection, string name) =>
        TargetCatalogue.FromConnectionString(connection).Name.ShouldBe(name);

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1:6379")]
    [InlineData("redis.example:7000", "redis.example:7000")]
    [InlineData("redis.example:7000,password=hush", null)]
    [InlineData("redis.example:7000,ssl=true", null)]
    public void Only_a_connection_string_without_options_is_replaced_by_its_host_and_port(string connection, string? address) =>
        ((ConfiguredTarget)TargetCatalogue.FromConnectionString(connection)).PlainAddress.ShouldBe(address);

    [Fact]
    public async Task A_host_that_does_not_exist_is_unavailable()
    {
        var description = await TargetCatalogue.FromConnectionString("no-such-host.invalid:6379").DescribeAsync(Ct);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldNotBeNull();
    }

    [Fact]
    public async Task A_server_with_another_protocol_is_unavailable()
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        var answering = Task.Run(
            async () =>
            {
                using var client = await listener.AcceptTcpClientAsync(Ct);
                await client.GetStream().WriteAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray(), Ct);
            },
            Ct);

        var description = await TargetCatalogue.FromConnectionString(listener.LocalEndpoint.ToString()!).DescribeAsync(Ct);
        await answering;

        description.Reason.ToText().ShouldNotBeNull().ShouldContain("sent bytes that are not the Redis protocol");
    }

    [Fact]
    public async Task A_server_that_does_not_reply_is_unavailable_after_two_seconds()
    {
        using var silent = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        silent.Start();
        var target = TargetCatalogue.FromConnectionString(silent.LocalEndpoint.ToString()!);

        var description = await target.DescribeAsync(Ct);

        description.Reason.ToText().ShouldNotBeNull().ShouldEndWith("did not reply within 2 seconds.");
        (await target.DescribeAsync(Ct)).ShouldBe(description, "the answer is cached for a few seconds");
    }

    private TargetCatalogue Catalogue(params (string Name, string Connection)[] configured) =>
        new(_data.Path, configured.Select(c => new ConfiguredTargetOptions { Name = c.Name, Connection = c.Connection }),
            new DockerApi(new Uri($"unix://{_data.Path}/docker.sock")));
}
