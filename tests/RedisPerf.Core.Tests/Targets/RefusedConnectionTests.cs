using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Reasons for connections that fail. Uses real servers, so that the reasons match the exceptions of the client.</summary>
public sealed class RefusedConnectionTests(ITestOutputHelper output)
{
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(5);

    [Fact]
    public async Task Connection_refused()
    {
        var target = new ConfiguredTarget("mine", $"127.0.0.1:{LoopbackPort.FindFree()}");

        var description = await target.DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldBe("The server of target 'mine' does not reply: connection refused.");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText().ShouldBe(description.Reason.ToText());
        (await target.RoomAsync(Ct)).Bytes.ShouldBeNull();
    }

    [Fact]
    public async Task A_node_of_an_incomplete_cluster_is_refused_when_it_is_opened()
    {
        await using var node = await RedisServer.StartAsync("--cluster-enabled", "yes");

        (await RefusalAsync(node.Connection)).ShouldBe("The server of target 'mine' belongs to a cluster that is down.");
        (await RefusalAsync(node.Connection + ",defaultDatabase=3"))
            .ShouldBe("The server of target 'mine' is a cluster, which has database 0 only; remove defaultDatabase=3 from the connection string.");
    }

    [Fact]
    public async Task A_missing_database_is_refused_when_the_target_is_opened()
    {
        await using var redis = await RedisServer.StartAsync();

        var refusal = await RefusalAsync(redis.Connection + ",defaultDatabase=99");
        var events = await TestJobs.RunAsync(TestJobs.Insert(["batch"], """{"items": 300, "payloadBytes": 500}""", runs: 2),
            new ConfiguredTarget("mine", redis.Connection + ",defaultDatabase=99"));

        refusal.ShouldContain("DB index is out of range");
        events.ShouldHaveSingleItem().ShouldBeOfType<JobEvent.Ended>().Error.ToText().ShouldBe(refusal);
        await using var existing = await redis.OpenAsync(",defaultDatabase=3");
        existing.Database.ShouldBe(3);
    }

    [Fact]
    public async Task Connection_refused_by_the_client_alone()
    {
        var exception = await Should.ThrowAsync<Exception>(
            () => ConnectionMultiplexer.ConnectAsync($"127.0.0.1:{LoopbackPort.FindFree()},connectRetry=1,connectTimeout=1000"));

        RedisFailure.Describe(exception, "mine").ToText().ShouldBe("The server of target 'mine' does not reply: no connection could be made.");
    }

    [Fact]
    public async Task A_missing_a_wrong_and_an_unnecessary_password_have_reasons()
    {
        await using var locked = await RedisServer.StartAsync("--requirepass", "open-sesame");
        await using var open = await RedisServer.StartAsync();

        (await RefusalAsync(locked.Connection))
            .ShouldBe("The server of target 'mine' requires a password; give it in the connection string (password=…, with user=… for an ACL user).");
        (await RefusalAsync(locked.Connection + ",password=wrong-one")).ShouldBe("The server of target 'mine' refused the user or the password.");
        (await RefusalAsync(open.Connection + ",password=needless"))
            .ShouldBe("The server of target 'mine' has no password, but the connection string gives one.");

        await using var server = await locked.OpenAsync(",password=open-sesame");
        var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        await connection.GetDatabase().StringSetAsync("a", "b");
        await ClientConnector.CloseAsync(connection);
        server.Credentials?.Password.ShouldBe("open-sesame");
    }

    [Fact]
    public async Task An_ACL_user_is_authenticated_on_every_connection()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.QueryAsync("ACL", "SETUSER", "writer", "on", ">open-sesame", "~redisperf:*", "&*", "+@all");
        await redis.QueryAsync("ACL", "SETUSER", "guest", "on", "nopass", "~*", "&*", "+@all");
        await redis.QueryAsync("ACL", "SETUSER", "default", "off");

        await using var writer = await redis.OpenAsync(",user=writer,password=open-sesame");
        var connection = await writer.ConnectAsync(ResponseTimeout, Ct);
        (await connection.GetDatabase().ExecuteAsync("ACL", "WHOAMI")).ToString().ShouldBe("writer");
        var exception = await Should.ThrowAsync<Exception>(() => connection.GetDatabase().StringSetAsync("foreign", "value"));
        RedisFailure.Describe(exception, "mine").ToText().ShouldStartWith("The server of target 'mine' does not permit this user to do that");
        await ClientConnector.CloseAsync(connection);
        using var socket = await RespSocket.ConnectAsync(writer, ResponseTimeout, Ct);

        await using var guest = await redis.OpenAsync(",user=guest");
        (await RefusalAsync(redis.Connection + ",user=writer,password=wrong-one"))
            .ShouldBe("The server of target 'mine' refused the user or the password.");
        (await RefusalAsync(redis.Connection)).ShouldStartWith("The server of target 'mine' requires a password");
    }

    [Fact]
    public async Task The_password_changes_between_two_connections()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await redis.QueryAsync("CONFIG", "SET", "requirepass", "new");

        var exception = await Should.ThrowAsync<TargetException>(() => server.ConnectAsync(ResponseTimeout, Ct));

        output.WriteLine(exception.InnerException!.ToString());
        exception.Reason.ToText().ShouldBe(
            "The server of target 'mine' requires a password; give it in the connection string (password=…, with user=… for an ACL user).");
    }

    [Fact]
    public async Task A_replica_is_read_only_and_refused_at_once()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var replica = await RedisServer.StartAsync("--replicaof", $"127.0.0.1 {primary.Port}");

        (await RefusalAsync(replica.Connection)).ShouldBe("The server of target 'mine' is a read-only replica; choose its primary.");
    }

    [Fact]
    public async Task It_cannot_save_its_data()
    {
        // A folder has the name of its file.
        await using var redis = await RedisServer.StartAsync("--dbfilename", "taken");
        Directory.CreateDirectory(Path.Combine(redis.Folder, "taken"));
        await redis.QueryAsync("CONFIG", "SET", "save", "3600 1");
        await redis.QueryAsync("SET", "a", "b");
        await redis.QueryAsync("BGSAVE");
        for (var i = 0; i < 100 && (await redis.QueryAsync("INFO", "persistence")).Text!.Contains("bgsave_status:ok", StringComparison.Ordinal); i++)
        {
            await Task.Delay(50, Ct);
        }

        // It refuses PING too: the target cannot even be opened.
        (await Should.ThrowAsync<TargetException>(() => redis.OpenAsync())).Reason.ToText()
            .ShouldBe("The server of target 'mine' refuses writes because it cannot save its data to disk (MISCONF).");
    }

    private static async Task<string> RefusalAsync(string connection)
    {
        var target = new ConfiguredTarget("mine", connection);
        var message = (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText();
        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldBe(message);
        return message;
    }
}
