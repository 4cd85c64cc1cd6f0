using System.Diagnostics;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

public sealed class TargetServerTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Closing_a_connection_to_a_stalled_server_fails_pending_commands()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var connection = await server.ConnectAsync(Minute, Ct);
        var database = connection.GetDatabase();
        var payload = new byte[32 * 1024];
        await Signals.SendAsync("STOP", redis.ProcessId);
        try
        {
            var batch = database.CreateBatch();
            var transaction = database.CreateTransaction();
            List<Task> tasks =
            [
                .. Enumerable.Range(0, 500).Select(i => database.HashSetAsync("plain", i, payload)),
                .. Enumerable.Range(0, 500).Select(i => batch.HashSetAsync("batch", i, payload)),
            ];
            batch.Execute();
            tasks.AddRange(Enumerable.Range(0, 500).Select(i => transaction.HashSetAsync("transaction", i, payload)));
            tasks.Add(transaction.ExecuteAsync());
            tasks.Add(database.ScriptEvaluateAsync("return redis.call('set', KEYS[1], ARGV[1])", ["script"], [payload]));

            var started = Stopwatch.GetTimestamp();
            await ClientConnector.CloseAsync(connection);
            await Task.WhenAny(Task.WhenAll(tasks), Task.Delay(TimeSpan.FromSeconds(5), Ct));

            output.WriteLine($"all ended after {Stopwatch.GetElapsedTime(started).TotalMilliseconds:0} ms");
            foreach (var group in tasks.GroupBy(
                t => $"{t.Status} {t.Exception?.InnerException?.GetType().Name} {t.Exception?.InnerException?.Message.Split(':')[0]}"))
            {
                output.WriteLine($"{group.Count()} x {group.Key}");
            }

            tasks.Count(t => !t.IsCompleted).ShouldBe(0);
            tasks.Count(t => t.IsCompletedSuccessfully).ShouldBe(0);
        }
        finally
        {
            await Signals.SendAsync("CONT", redis.ProcessId);
        }
    }

    [Fact]
    public async Task Closing_a_connection_fails_queued_commands()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var payload = new byte[1024];
        for (var time = 0; time < 20; time++)
        {
            var connection = await server.ConnectAsync(Minute, Ct);
            var database = connection.GetDatabase();
            List<Task> tasks = [.. Enumerable.Range(0, 500).Select(i => database.HashSetAsync("plain", i, payload))];

            await ClientConnector.CloseAsync(connection);

            await Task.WhenAny(Task.WhenAll(tasks), Task.Delay(TimeSpan.FromSeconds(1), Ct));
            tasks.Count(t => !t.IsCompleted).ShouldBe(0);
        }
    }

    [Fact]
    public async Task A_cut_connection_takes_no_reply_from_a_later_one()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var payload = new byte[32 * 1024];
        for (var time = 0; time < 5; time++)
        {
            var cut = await server.ConnectAsync(Minute, Ct);
            await Signals.SendAsync("STOP", redis.ProcessId);
            try
            {
                var database = cut.GetDatabase();
                _ = Enumerable.Range(0, 500).Select(i => database.HashSetAsync("cut", i, payload)).ToArray();
                // Until the client is blocked in the middle of a command.
                await Task.Delay(200, Ct);
                await ClientConnector.CloseAsync(cut);
            }
            finally
            {
                await Signals.SendAsync("CONT", redis.ProcessId);
            }

            var later = await server.ConnectAsync(Minute, Ct);
            var replies = Enumerable.Range(0, 100).Select(i => later.GetDatabase().HashSetAsync("later", $"{time}:{i}", "value")).ToArray();
            await Task.WhenAny(Task.WhenAll(replies), Task.Delay(TimeSpan.FromSeconds(10), Ct));
            replies.Count(reply => reply.IsCompletedSuccessfully && reply.Result).ShouldBe(100);
            await ClientConnector.CloseAsync(later);
        }
    }

    [Fact]
    public async Task Code_after_an_awaited_command_may_block_its_thread()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
        var database = connection.GetDatabase();

        // On the client's reader thread, the blocking call would wait for a reply that this thread has to read.
        for (var i = 0; i < 100; i++)
        {
            await database.PingAsync();
            database.Ping();
        }
    }

    [Fact]
    public async Task Closing_twice_does_no_harm()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var connection = await server.ConnectAsync(Minute, Ct);

        await ClientConnector.CloseAsync(connection);
        await ClientConnector.CloseAsync(connection);

        RedisFailure.Describe(Should.Throw<Exception>(() => { _ = connection.GetDatabase().StringSetAsync("a", "b"); }), "mine")
            .ToText().ShouldBe("The connection to the server of target 'mine' was closed.");
    }

    [Fact]
    public async Task Nothing_of_the_clients_own_is_among_the_commands()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var before = await server.SampleAsync(Ct);

        var connection = await server.ConnectAsync(Minute, Ct);
        await connection.GetDatabase().HashSetAsync("a", "b", "c");
        await ClientConnector.CloseAsync(connection);
        var after = await server.SampleAsync(Ct);

        ServerSample.Between(before, after).Commands.ShouldBe(new Dictionary<string, long> { ["hset"] = 1 });
        var clients = (await redis.QueryAsync("CLIENT", "LIST")).Text!;
        clients.ShouldNotContain("RedisPerf");
    }

    [Fact]
    public async Task A_connection_is_one_socket_without_a_second_for_subscriptions()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(Minute, Ct);
        await connection.GetDatabase().PingAsync();

        var clients = (await redis.QueryAsync("CLIENT", "LIST")).Text!.Split('\n', StringSplitOptions.RemoveEmptyEntries);

        clients.Count(c => c.Contains("name=RedisPerf", StringComparison.Ordinal)).ShouldBe(1);
        clients.Length.ShouldBe(3, "the connection of the run, the control connection and the connection that counts");
    }

    [Fact]
    public async Task The_control_connection_recovers_and_a_restart_is_noticed()
    {
        await using var redis = await RedisServer.StartAsync("--enable-debug-command", "yes");
        await using var server = await redis.OpenAsync();
        var first = await server.SampleAsync(Ct);

        await redis.QueryAsync("CLIENT", "KILL", "TYPE", "normal");
        var second = await server.SampleAsync(Ct);
        ServerSample.FindIncident(first, second).ToText().ShouldBeNull();

        await Should.ThrowAsync<IOException>(() => redis.QueryAsync("DEBUG", "RESTART"));
        var third = await EventuallyAsync(() => server.SampleAsync(Ct));
        ServerSample.FindIncident(second, third).ToText().ShouldBe("The server of target 'mine' was restarted or replaced during the run.");
    }

    [Fact]
    public async Task Evicted_keys_are_noticed()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory", "4mb", "--maxmemory-policy", "allkeys-random");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(Minute, Ct);
        var before = await server.SampleAsync(Ct);

        for (var i = 0; i < 400; i++)
        {
            await connection.GetDatabase().StringSetAsync($"key{i}", new byte[32 * 1024]);
        }

        var after = await server.SampleAsync(Ct);

        ServerSample.FindIncident(before, after).ToText().ShouldNotBeNull().ShouldMatch(
            @"^The server of target 'mine' evicted keys \(\d+\) during the run: its memory limit \(maxmemory\) is too small for this job\.$");
        server.Environment.Settings["maxmemory-policy"].ShouldBe("allkeys-random");
    }

    [Fact]
    public async Task The_room_is_what_the_servers_limit_leaves()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory", "64mb");

        var room = await new ConfiguredTarget("mine", redis.Connection).RoomAsync(Ct);

        room.SharedWithClient.ShouldBeTrue();
        room.Bytes.ShouldNotBeNull().ShouldBeInRange(32 << 20, 64 << 20);
    }

    [Fact]
    public async Task A_sample_can_be_given_up_while_the_server_has_stalled()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await Signals.SendAsync("STOP", redis.ProcessId);
        try
        {
            using var giveUp = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));
            await Should.ThrowAsync<OperationCanceledException>(() => server.SampleAsync(giveUp.Token));
        }
        finally
        {
            await Signals.SendAsync("CONT", redis.ProcessId);
        }

        (await server.SampleAsync(Ct)).RunId.ShouldNotBeNull();
    }

    [Fact]
    public async Task A_started_server_that_ends_is_reported_with_its_last_lines()
    {
        using var data = new DataFolder();
        await using var server = await new EmbeddedTarget(data.Path).OpenAsync(new(0), Ct);
        using var connection = await server.ConnectAsync(Minute, Ct);
        Process.GetProcessById(server.ProcessId!.Value).Kill();

        var exception = await Should.ThrowAsync<Exception>(async () =>
        {
            for (var i = 0; i < 10_000; i++)
            {
                await connection.GetDatabase().HashSetAsync("a", i, "b");
            }
        });

        (await server.DescribeAsync(exception, Ct)).ToText()
            .ShouldStartWith("The server of target 'embedded' ended. Its process ended with exit code 137");
    }

    private static async Task<T> EventuallyAsync<T>(Func<Task<T>> attempt)
    {
        for (var i = 0; ; i++)
        {
            try
            {
                return await attempt();
            }
            catch (TargetException) when (i < 100)
            {
                await Task.Delay(50, Ct);
            }
        }
    }
}
