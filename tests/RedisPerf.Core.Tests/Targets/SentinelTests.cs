using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Targets.Engines;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Addresses of Sentinels and proxies, whose replies the test determines.</summary>
public sealed class SentinelTests
{
    private const string SentinelInfo = "# Server\r\nredis_version:7.0.15\r\nredis_mode:sentinel\r\n"
        + "\r\n# Sentinel\r\nsentinel_masters:1\r\nmaster0:name=mymaster,status=ok,address=127.0.0.1:1,slaves=0,sentinels=1\r\n";

    [Theory]
    [InlineData("# Server\r\nredis_version:7.0.15\r\nredis_mode:sentinel\r\n", "is a Sentinel, which stores no keys; add serviceName=…")]
    [InlineData("# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\nserver_mode:sentinel\r\n", "is a Sentinel")]
    [InlineData("# Proxy\r\nVersion:1.0.5\r\nName:Predixy\r\nRedisMode:proxy\r\n", "is a proxy, which does not report the figures")]
    [InlineData("# Server\r\nredis_version:6.2.0\r\nredis_mode:proxy\r\n", "is a proxy")]
    public async Task A_Sentinel_and_a_proxy_are_refused_with_the_reason(string info, string part)
    {
        await using var server = new RecordedServer(info, _ => null);

        var description = await server.Target.DescribeAsync(Ct);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldNotBeNull().ShouldContain(part);
        (await Should.ThrowAsync<TargetException>(server.OpenAsync)).Reason.ToText().ShouldContain(part);
        (await Should.ThrowAsync<TargetException>(() => server.Target.OpenKeysAsync(Ct))).Reason.ToText().ShouldContain(part);
    }

    [Theory]
    [InlineData("-ERR unknown command 'INFO', with args beginning with: ")]
    [InlineData("-ERR unsupported command 'info'")]
    public async Task A_proxy_without_INFO_is_refused_with_the_reason(string refusal)
    {
        await using var server = new RecordedServer("", command => command[0] == "INFO" ? refusal : null);

        (await server.Target.DescribeAsync(Ct)).Reason.ToText().ShouldBe(
            "The server of target 'mine' does not support INFO, as proxies do (twemproxy, Envoy); connect to the server itself.");
        (await Should.ThrowAsync<TargetException>(server.OpenAsync)).Reason.Code.ShouldBe(ReasonCode.NoInfo);
    }

    [Fact]
    public async Task A_proxy_that_closes_the_connection_at_INFO_is_refused_with_the_reason()
    {
        await using var server = new FakeServer(async (stream, ct) =>
        {
            var buffer = new byte[4096];
            while (await stream.ReadAsync(buffer, ct) is > 0 and var received
                && Encoding.ASCII.GetString(buffer, 0, received).Contains("PING", StringComparison.Ordinal))
            {
                await stream.WriteAsync("+PONG\r\n"u8.ToArray(), ct);
            }
        });
        await using var closed = new FakeServer((_, _) => Task.CompletedTask);

        (await new ConfiguredTarget("mine", server.Address).DescribeAsync(Ct)).Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.NoInfo);
        (await Should.ThrowAsync<TargetException>(() => new ConfiguredTarget("mine", server.Address).OpenAsync(new(0), Ct))).Reason.Code
            .ShouldBe(ReasonCode.NoInfo);
        (await new ConfiguredTarget("mine", closed.Address).DescribeAsync(Ct)).Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.ConnectionLost);
    }

    [Fact]
    public async Task The_primary_of_the_service_is_used()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", "of-server");
        await using var sentinel = Sentinel("of-sentinel", _ => redis.Port);
        await using var silent = new FakeServer((_, ct) => Task.Delay(Timeout.Infinite, ct));
        var target = new ConfiguredTarget(
            "mine", $"{silent.Address},{sentinel.Address},serviceName=mymaster,password=of-server,sentinelPassword=of-sentinel");

        (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Ready);
        target.KeySpace.ShouldBe($"{silent.Address}/mymaster/0");
        await using var server = await target.OpenAsync(new(0), Ct);
        server.Environment.Settings["sentinel"].ShouldBe($"mymaster, primary 127.0.0.1:{redis.Port}");
        await using var attached = await TargetServer.AttachAsync(server.Attachment, Ct);
        foreach (var each in (TargetServer[])[server, attached])
        {
            using var connection = await each.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
            (await connection.GetDatabase().StringSetAsync("a", "b")).ShouldBeTrue();
        }

        await using var keys = await target.OpenKeysAsync(Ct);
    }

    [Fact]
    public async Task It_is_requested_again_for_each_connection()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        var primary = first.Port;
        await using var sentinel = Sentinel(null, _ => primary);
        var target = new ConfiguredTarget("mine", $"{sentinel.Address},serviceName=mymaster");

        await using (var server = await target.OpenAsync(new(0), Ct))
        {
            server.EndPoint.ToString().ShouldBe(first.Connection);
        }

        primary = second.Port;
        await using var next = await target.OpenAsync(new(0), Ct);
        next.EndPoint.ToString().ShouldBe(second.Connection);
    }

    [Fact]
    public async Task The_password_of_the_server_is_sent_only_to_a_Sentinel_that_requires_one()
    {
        await using var redis = await RedisServer.StartAsync("--requirepass", "shared");
        await using var locked = Sentinel("shared", _ => redis.Port);
        await using var open = Sentinel(null, _ => redis.Port);

        foreach (var sentinel in (FakeServer[])[locked, open])
        {
            (await new ConfiguredTarget("mine", $"{sentinel.Address},serviceName=mymaster,password=shared").DescribeAsync(Ct)).Status
                .ShouldBe(TargetStatus.Ready);
        }
    }

    [Fact]
    public async Task An_unknown_service_and_an_unusable_primary_have_reasons()
    {
        await using var sentinel = Sentinel(null, service => service == "mymaster" ? 1 : null);
        await using var server = new RecordedServer("redis_version:7.0.0\r\n", _ => null);

        (await ReasonAsync($"{sentinel.Address},serviceName=other,password=hush"))
            .ShouldBe("The Sentinel of target 'mine' does not watch the service other; check serviceName.");
        (await ReasonAsync($"{sentinel.Address},serviceName=mymaster")).ShouldBe("The primary 127.0.0.1:1, which the Sentinel of target 'mine' "
            + "reports, cannot be used: The server of target 'mine' does not reply: connection refused.");
        (await ReasonAsync($"{server.Address},serviceName=mymaster"))
            .ShouldBe("The server of target 'mine' is not a Sentinel; remove serviceName from the connection string.");
        (await ReasonAsync("127.0.0.1:1,serviceName=mymaster"))
            .ShouldBe("The Sentinel 127.0.0.1:1 of target 'mine' cannot be used: The server of target 'mine' does not reply: connection refused.");
    }

    private static async Task<string> ReasonAsync(string connection)
    {
        var target = new ConfiguredTarget("mine", connection);
        var description = await target.DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ShouldBe(description.Reason);
        return description.Reason.ToText().ShouldNotBeNull();
    }

    // Each connection to a Sentinel with a password must send it first.
    private static FakeServer Sentinel(string? password, Func<string, int?> primaryOf) => new(async (stream, ct) =>
    {
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var isAuthenticated = password is null;
        while (await reader.ReadLineAsync(ct) is { } count)
        {
            var command = new string[int.Parse(count.AsSpan(1))];
            for (var i = 0; i < command.Length; i++)
            {
                await reader.ReadLineAsync(ct);
                command[i] = (await reader.ReadLineAsync(ct))!;
            }

            isAuthenticated |= command is ["AUTH", var sent] && sent == password;
            var reply = command switch
            {
                ["AUTH", _] => password is null ? "-ERR AUTH <password> called without any password configured for the default user."
                    : isAuthenticated ? "+OK" : "-WRONGPASS invalid username-password pair or user is disabled.",
                _ when !isAuthenticated => "-NOAUTH Authentication required.",
                ["SENTINEL", "get-master-addr-by-name", var service] =>
                    primaryOf(service) is { } port ? $"*2\r\n$9\r\n127.0.0.1\r\n${$"{port}".Length}\r\n{port}" : "*-1",
                ["INFO", ..] => $"${SentinelInfo.Length}\r\n{SentinelInfo}",
                _ => $"-ERR unknown command '{command[0]}', with args beginning with: ",
            };
            await stream.WriteAsync(Encoding.UTF8.GetBytes(reply + "\r\n"), ct);
        }
    });
}
