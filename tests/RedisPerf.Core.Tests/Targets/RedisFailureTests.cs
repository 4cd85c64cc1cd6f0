using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Uses real servers, so that the reasons match the exceptions of the client.</summary>
public sealed class RedisFailureTests(ITestOutputHelper output)
{
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(5);

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Connection_refused()
    {
        var target = new ConfiguredTarget("mine", $"127.0.0.1:{ClosedPort()}");

        var description = await target.DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ToText().ShouldBe("The server of target 'mine' does not reply: connection refused.");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(0, Ct))).Reason.ToText().ShouldBe(description.Reason.ToText());
        (await target.RoomAsync(Ct)).Bytes.ShouldBeNull();
    }

    [Fact]
    public async Task Connection_refused_by_the_client_alone()
    {
        var exception = await Should.ThrowAsync<Exception>(() => ConnectionMultiplexer.ConnectAsync($"127.0.0.1:{ClosedPort()},connectRetry=1,connectTimeout=1000"));

        Shown(exception).ShouldBe("The server of target 'mine' does not reply: no connection could be made.");
    }

    [Fact]
    public async Task A_password_is_missing_or_wrong_or_needless()
    {
        await using var locked = await RedisServer.StartAsync("--requirepass", "open-sesame");
        await using var open = await RedisServer.StartAsync();

        (await RefusalAsync(locked.Connection)).ShouldBe("The server of target 'mine' requires a password; give it in the connection string (password=…, with user=… for an ACL user).");
        (await RefusalAsync(locked.Connection + ",password=wrong-one")).ShouldBe("The server of target 'mine' refused the user or the password.");
        (await RefusalAsync(open.Connection + ",password=needless")).ShouldBe("The server of target 'mine' has no password, but the connection string gives one.");

        await using var server = await locked.OpenAsync(",password=open-sesame");
        var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        await connection.GetDatabase().StringSetAsync("a", "b");
        await TargetServer.CloseAsync(connection);
        server.Credentials?.Password.ShouldBe("open-sesame");
    }

    [Fact]
    public async Task An_ACL_user_is_authenticated_on_every_connection()
    {
        await using var redis = await RedisServer.StartAsync();
        await redis.AskAsync("ACL", "SETUSER", "writer", "on", ">open-sesame", "~redisperf:*", "&*", "+@all");
        await redis.AskAsync("ACL", "SETUSER", "guest", "on", "nopass", "~*", "&*", "+@all");
        await redis.AskAsync("ACL", "SETUSER", "default", "off");

        await using var writer = await redis.OpenAsync(",user=writer,password=open-sesame");
        var connection = await writer.ConnectAsync(ResponseTimeout, Ct);
        (await connection.GetDatabase().ExecuteAsync("ACL", "WHOAMI")).ToString().ShouldBe("writer");
        var exception = await Should.ThrowAsync<Exception>(() => connection.GetDatabase().StringSetAsync("foreign", "value"));
        Shown(exception).ShouldStartWith("The server of target 'mine' does not permit this user to do that");
        await TargetServer.CloseAsync(connection);
        using var socket = await RespSocket.ConnectAsync(writer, ResponseTimeout, Ct);

        await using var guest = await redis.OpenAsync(",user=guest");
        (await RefusalAsync(redis.Connection + ",user=writer,password=wrong-one")).ShouldBe("The server of target 'mine' refused the user or the password.");
        (await RefusalAsync(redis.Connection)).ShouldStartWith("The server of target 'mine' requires a password");
    }

    [Fact]
    public async Task The_password_changes_between_two_connections()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await redis.AskAsync("CONFIG", "SET", "requirepass", "new");

        var exception = await Should.ThrowAsync<TargetException>(() => server.ConnectAsync(ResponseTimeout, Ct));

        output.WriteLine(exception.InnerException!.ToString());
        exception.Reason.ToText().ShouldBe("The server of target 'mine' requires a password; give it in the connection string (password=…, with user=… for an ACL user).");
    }

    [Fact]
    public async Task A_replica_is_read_only_and_refused_at_once()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var replica = await RedisServer.StartAsync("--replicaof", $"127.0.0.1 {primary.Port}");

        (await RefusalAsync(replica.Connection)).ShouldBe("The server of target 'mine' is a read-only replica; choose its primary.");
    }

    [Fact]
    public async Task It_becomes_a_replica_during_the_job()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var before = await server.ConnectAsync(ResponseTimeout, Ct);
        await redis.AskAsync("REPLICAOF", "127.0.0.1", $"{primary.Port}");
        using var after = await server.ConnectAsync(ResponseTimeout, Ct);

        foreach (var connection in (ConnectionMultiplexer[])[before, after])
        {
            var exception = await Should.ThrowAsync<Exception>(() => connection.GetDatabase().HashSetAsync("a", "b", "c"));
            (await ShownAsync(server, exception)).ShouldBe("The server of target 'mine' is a read-only replica; choose its primary.");
        }
    }

    [Fact]
    public async Task The_memory_limit_is_reached()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory", "3mb", "--maxmemory-policy", "noeviction");

        (await WriteFailureAsync(redis)).ShouldBe("The server of target 'mine' is out of memory: its limit (maxmemory) is too small for this job.");
    }

    [Fact]
    public async Task A_transaction_is_refused_for_memory()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory", "1mb", "--maxmemory-policy", "noeviction");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        var transaction = connection.GetDatabase().CreateTransaction();
        var write = transaction.HashSetAsync("a", "b", new byte[32 * 1024]);

        var exception = await Should.ThrowAsync<Exception>(async () =>
        {
            await transaction.ExecuteAsync();
            await write;
        });

        (await ShownAsync(server, exception)).ShouldBe("The server of target 'mine' is out of memory: its limit (maxmemory) is too small for this job.");
    }

    [Fact]
    public async Task A_script_keeps_the_server_busy()
    {
        await using var redis = await RedisServer.StartAsync("--lua-time-limit", "100");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        var endless = redis.AskAsync("EVAL", "while true do end", "0");
        await Task.Delay(300, Ct);

        var writing = await Should.ThrowAsync<Exception>(() => connection.GetDatabase().HashSetAsync("a", "b", "c"));
        var sampling = await Should.ThrowAsync<TargetException>(() => server.SampleAsync(Ct));
        await redis.AskAsync("SCRIPT", "KILL");
        await endless;

        Shown(writing).ShouldBe("The server of target 'mine' is busy with a script and does not reply until the script ends.");
        sampling.Reason.ToText().ShouldBe(Shown(writing));
        (await server.SampleAsync(Ct)).RunId.ShouldNotBeNull();
    }

    [Fact]
    public async Task It_is_killed_in_the_middle_of_a_stream_of_writes()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        await connection.GetDatabase().StringSetAsync("a", "b");
        var payload = new byte[32 * 1024];
        var started = Stopwatch.GetTimestamp();
        var exception = await Should.ThrowAsync<Exception>(() => Task.Run(
            async () =>
            {
                for (var i = 0; i < 100_000; i++)
                {
                    if (i == 50)
                    {
                        Process.GetProcessById(redis.ProcessId).Kill();
                    }

                    await Task.WhenAll(Enumerable.Range(0, 32).Select(n => connection.GetDatabase().HashSetAsync("a" + i, n, payload)));
                }
            },
            Ct));
        output.WriteLine($"noticed after {Stopwatch.GetElapsedTime(started).TotalMilliseconds:0} ms");
        await TargetServer.CloseAsync(connection);

        (await ShownAsync(server, exception)).ShouldBe("The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection.");
        (await Should.ThrowAsync<TargetException>(() => server.SampleAsync(Ct))).Reason.ToText().ShouldBe("The server of target 'mine' does not reply: connection refused.");
        (await Should.ThrowAsync<TargetException>(() => server.ConnectAsync(ResponseTimeout, Ct))).Reason.ToText().ShouldBe("The server of target 'mine' does not reply: connection refused.");
    }

    [Fact]
    public async Task It_does_not_answer_in_time()
    {
        await using var redis = await RedisServer.StartAsync("--lua-time-limit", "0");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(TimeSpan.FromMilliseconds(500), Ct);
        var sleeping = redis.AskAsync("EVAL", "local t = redis.call('TIME')[1] + 3; while tonumber(redis.call('TIME')[1]) < t do end", "0");
        await Task.Delay(100, Ct);

        // Asynchronous commands have no time-out here: RunConnection watches for replies.
        var exception = await Should.ThrowAsync<Exception>(() => Task.Run(() => connection.GetDatabase().HashSet("a", "b", "c"), Ct));
        var told = await ShownAsync(server, exception);
        await sleeping;

        told.ShouldBe("The server of target 'mine' did not reply in time.");
    }

    [Fact]
    public async Task It_cannot_save_its_data()
    {
        // A folder has the name of its file.
        await using var redis = await RedisServer.StartAsync("--dbfilename", "taken");
        Directory.CreateDirectory(Path.Combine(redis.Folder, "taken"));
        await redis.AskAsync("CONFIG", "SET", "save", "3600 1");
        await redis.AskAsync("SET", "a", "b");
        await redis.AskAsync("BGSAVE");
        for (var i = 0; i < 100 && (await redis.AskAsync("INFO", "persistence")).Text!.Contains("bgsave_status:ok", StringComparison.Ordinal); i++)
        {
            await Task.Delay(50, Ct);
        }

        // It refuses PING too: the target cannot even be opened.
        (await Should.ThrowAsync<TargetException>(() => redis.OpenAsync())).Reason.ToText().ShouldBe("The server of target 'mine' refuses writes because it cannot save its data to disk (MISCONF).");
    }

    [Fact]
    public async Task A_cluster_node_does_not_hold_the_keys()
    {
        await using var redis = await RedisServer.StartAsync("--cluster-enabled", "yes");
        await redis.AskAsync("CLUSTER", "ADDSLOTS", "1");
        await redis.AskAsync("CONFIG", "SET", "cluster-require-full-coverage", "no");
        await Task.Delay(300, Ct);

        (await WriteFailureAsync(redis)).ShouldMatch("belongs to a cluster that is down|is a node of a cluster");
    }

    [Fact]
    public async Task Unknown_command()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);

        Shown(await Should.ThrowAsync<Exception>(() => connection.GetDatabase().ExecuteAsync("FROBNICATE", "a"))).ShouldContain("does not support a command");
    }

    [Theory]
    [InlineData("LOADING Redis is loading the dataset in memory", "is still loading its data")]
    [InlineData("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "is a replica that lost its primary")]
    [InlineData("NOPERM this user has no permissions to run the 'hset' command", "does not permit this user")]
    [InlineData("MOVED 3999 127.0.0.1:6381", "is a node of a cluster")]
    [InlineData("CROSSSLOT Keys in request don't hash to the same slot", "is a node of a cluster")]
    [InlineData("ERR invalid password", "refused the user or the password")]
    [InlineData("ERR something new", "replied with an error: ERR something new.")]
    public void A_refusal_is_a_sentence_however_deep_it_is_wrapped(string error, string part)
    {
        var wrapped = new AggregateException(new InvalidOperationException("outer", new TargetRefusalException(error)));

        RedisFailure.Describe(wrapped, "mine").ToText().ShouldContain(part);
    }

    [Fact]
    public void Anything_else_keeps_its_type_and_message() =>
        RedisFailure.Describe(new InvalidOperationException("odd"), "mine").ToText().ShouldBe("An unexpected InvalidOperationException on target 'mine': odd.");

    private static async Task<string> RefusalAsync(string connection)
    {
        var target = new ConfiguredTarget("mine", connection);
        var message = (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(0, Ct))).Reason.ToText();
        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldBe(message);
        return message;
    }

    private async Task<string> WriteFailureAsync(RedisServer redis)
    {
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        var payload = new byte[32 * 1024];
        return await ShownAsync(server, await Should.ThrowAsync<Exception>(async () =>
        {
            for (var i = 0; i < 1000; i++)
            {
                await connection.GetDatabase().HashSetAsync("a", i, payload);
            }
        }));
    }

    private async Task<string> ShownAsync(TargetServer server, Exception exception)
    {
        output.WriteLine("alone: " + Shown(exception));
        return (await server.DescribeAsync(exception, Ct)).ToText();
    }

    private string Shown(Exception exception)
    {
        for (var e = exception; e is not null; e = e.InnerException)
        {
            output.WriteLine($"{e.GetType().Name} {(e as RedisConnectionException)?.FailureType}: {e.Message}");
        }

        return RedisFailure.Describe(exception, "mine").ToText();
    }

    private static int ClosedPort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
