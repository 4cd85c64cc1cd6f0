using System.Diagnostics;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>Reasons for failed commands. Uses real servers, so that the reasons match the exceptions of the client.</summary>
public sealed class RedisFailureTests(ITestOutputHelper output)
{
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(5);

    [Fact]
    public async Task It_becomes_a_replica_during_the_job()
    {
        await using var primary = await RedisServer.StartAsync();
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var before = await server.ConnectAsync(ResponseTimeout, Ct);
        await redis.QueryAsync("REPLICAOF", "127.0.0.1", $"{primary.Port}");
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

        (await ShownAsync(server, exception))
            .ShouldBe("The server of target 'mine' is out of memory: its limit (maxmemory) is too small for this job.");
    }

    [Fact]
    public async Task A_script_keeps_the_server_busy()
    {
        await using var redis = await RedisServer.StartAsync("--lua-time-limit", "100");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);
        var endless = redis.QueryAsync("EVAL", "while true do end", "0");
        await Task.Delay(300, Ct);

        var writing = await Should.ThrowAsync<Exception>(() => connection.GetDatabase().HashSetAsync("a", "b", "c"));
        var sampling = await Should.ThrowAsync<TargetException>(() => server.SampleAsync(Ct));
        await redis.QueryAsync("SCRIPT", "KILL");
        await endless;

        Shown(writing).ShouldBe("The server of target 'mine' is busy with a script and does not reply until the script ends.");
        sampling.Reason.ToText().ShouldBe(Shown(writing));
        (await server.SampleAsync(Ct)).RunId.ShouldNotBeNull();
    }

    [Fact]
    public void The_client_writes_the_type_of_the_reply_before_the_error() =>
        Shown(new RedisServerException(RedisErrorKind.Busy, CommandFlags.None, "SimpleError: BUSY Redis is busy running a script."))
            .ShouldBe("The server of target 'mine' is busy with a script and does not reply until the script ends.");

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
        await ClientConnector.CloseAsync(connection);

        (await ShownAsync(server, exception))
            .ShouldBe("The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection.");
        (await Should.ThrowAsync<TargetException>(() => server.SampleAsync(Ct))).Reason.ToText()
            .ShouldBe("The server of target 'mine' does not reply: connection refused.");
        (await Should.ThrowAsync<TargetException>(() => server.ConnectAsync(ResponseTimeout, Ct))).Reason.ToText()
            .ShouldBe("The server of target 'mine' does not reply: connection refused.");
    }

    [Fact]
    public async Task It_does_not_answer_in_time()
    {
        await using var redis = await RedisServer.StartAsync("--lua-time-limit", "0");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(TimeSpan.FromMilliseconds(500), Ct);
        var sleeping = redis.QueryAsync("EVAL", "local t = redis.call('TIME')[1] + 3; while tonumber(redis.call('TIME')[1]) < t do end", "0");
        await Task.Delay(100, Ct);

        // Asynchronous commands have no time-out here: RunConnection watches for replies.
        var exception = await Should.ThrowAsync<Exception>(() => Task.Run(() => connection.GetDatabase().HashSet("a", "b", "c"), Ct));
        var reason = await ShownAsync(server, exception);
        await sleeping;

        reason.ShouldBe("The server of target 'mine' did not reply in time.");
    }

    [Fact]
    public async Task Unknown_command()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(ResponseTimeout, Ct);

        Shown(await Should.ThrowAsync<Exception>(() => connection.GetDatabase().ExecuteAsync("FROBNICATE", "a")))
            .ShouldContain("does not support a command");
    }

    [Theory]
    [InlineData("LOADING Redis is loading the dataset in memory", "is still loading its data")]
    [InlineData("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "is a replica that lost its primary")]
    [InlineData("NOPERM this user has no permissions to run the 'hset' command", "does not permit this user")]
    [InlineData("MOVED 3999 127.0.0.1:6381", "is a cluster that refused a command")]
    [InlineData("CLUSTERDOWN Hash slot not served", "belongs to a cluster that is down")]
    [InlineData("CROSSSLOT Keys in request don't hash to the same slot", "is a cluster that refused a command")]
    [InlineData("ERR invalid password", "refused the user or the password")]
    [InlineData("ERR something new", "replied with an error: ERR something new.")]
    public void A_refusal_is_a_sentence_however_deep_it_is_wrapped(string error, string part)
    {
        var wrapped = new AggregateException(new InvalidOperationException("outer", new TargetRefusalException(error)));

        RedisFailure.Describe(wrapped, "mine").ToText().ShouldContain(part);
    }

    [Fact]
    public void Anything_else_keeps_its_type_and_message() =>
        RedisFailure.Describe(new InvalidOperationException("odd"), "mine").ToText()
            .ShouldBe("An unexpected InvalidOperationException on target 'mine': odd.");

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
}
