using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>A server that closes the connection of a run for one of its limits: the reason names the limit, and the option to lower.</summary>
public sealed class ServerLimitTests
{
    private const string Server = "The server of target 'mine' ";

    [Theory]
    [InlineData("hset", "fieldsPerHset or payloadBytes")]
    [InlineData("batch", "payloadBytes")]
    [InlineData("floor", "payloadBytes")]
    public async Task The_value_is_larger_than_the_server_accepts(string strategy, string options)
    {
        await using var redis = await RedisServer.StartAsync("--proto-max-bulk-len", "1mb");

        var error = await FailureAsync(redis, strategy, """{ "items": 4, "keys": 1, "payloadBytes": 1500000 }""");

        // The server closes the connection after its reply, which the end of the connection can overtake.
        error.ShouldBeOneOf(
            $"{Server}does not accept a value of this size: its limit is proto-max-bulk-len (1 MB). Lower {options}, or raise the limit.",
            $"{Server}closed the connection. It does not report why, and has limits that can be the cause: proto-max-bulk-len 1048576. "
                + $"Lower {options}, or raise the limit.");
    }

    [Theory]
    [InlineData("hset")]
    [InlineData("floor")]
    public async Task The_commands_exceed_the_query_buffer_of_a_server_that_does_not_count_that(string strategy)
    {
        await using var redis = await RedisServer.StartAsync("--client-query-buffer-limit", "1mb");
        var counts = (await redis.QueryAsync("INFO", "stats")).Text!.Contains("client_query_buffer_limit_disconnections", StringComparison.Ordinal);
        Assert.SkipWhen(counts, "This server counts the connections.");

        (await FailureAsync(redis, strategy, """{ "items": 4, "keys": 1, "payloadBytes": 2500000, "fieldsPerHset": 4 }""")).ShouldStartWith(
            $"{Server}closed the connection. It does not report why, and has limits that can be the cause: client-query-buffer-limit 1048576. "
                + "Lower ");
    }

    [Fact]
    public async Task The_buffers_of_all_clients_exceed_their_memory()
    {
        await using var redis = await RedisServer.StartAsync("--maxmemory-clients", "1mb");

        var error = await FailureAsync(
            redis, "hset", """{ "items": 4, "keys": 1, "payloadBytes": 16000000, "fieldsPerHset": 4, "batchSize": 4, "fieldsPerLua": 4 }""");

        error.ShouldBe($"{Server}closed the connection: the buffers of its clients exceeded its limit maxmemory-clients (1 MB). "
            + "Lower fieldsPerHset or payloadBytes, or raise the limit.");
    }

    [Fact]
    public async Task A_closed_connection_of_a_server_with_its_default_limits_names_none()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
        var write = connection.GetDatabase().ExecuteAsync("BLPOP", "none", 0);
        await redis.QueryAsync("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

        var reason = await server.DescribeAsync(await Should.ThrowAsync<Exception>(() => write), Ct);

        reason.Code.ShouldBe(ReasonCode.ConnectionLost);
    }

    [Fact]
    public async Task A_server_that_counts_the_connections_names_the_limit()
    {
        await using var redis = await RedisServer.StartProgramAsync("valkey-server", "--client-query-buffer-limit", "1mb");
        await using var server = await redis.OpenAsync();
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
        var counts = (await redis.QueryAsync("INFO", "stats")).Text!.Contains("client_query_buffer_limit_disconnections", StringComparison.Ordinal);
        Assert.SkipUnless(counts, "This server does not count the connections.");

        var query = await FailureAsync(redis, "hset", """{ "items": 4, "keys": 1, "payloadBytes": 2500000, "fieldsPerHset": 4 }""");
        await redis.QueryAsync("CONFIG", "SET", "client-query-buffer-limit", "1gb", "client-output-buffer-limit", "normal 1mb 0 0");
        await connection.GetDatabase().StringSetAsync("large", new byte[3 << 20]);
        await server.SampleAsync(Ct);
        var read = await Should.ThrowAsync<Exception>(
            () => Task.WhenAll(Enumerable.Range(0, 100).Select(_ => connection.GetDatabase().StringGetAsync("large"))));

        query.ShouldBe($"{Server}closed the connection: the commands that it received exceeded its limit client-query-buffer-limit (1 MB). "
            + "Lower fieldsPerHset or payloadBytes, or raise the limit.");
        (await server.DescribeAsync(read, Ct)).ToText().ShouldBe(
            $"{Server}closed the connection: the replies that wait for the client exceeded its limit client-output-buffer-limit (1048576 0 0).");
    }

    [Theory]
    [InlineData(10, true)]
    [InlineData(3_600, false)]
    public async Task The_limit_of_idle_connections_is_named_when_it_can_be_the_cause(int seconds, bool isNamed)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        await redis.QueryAsync("CONFIG", "SET", "timeout", $"{seconds}");
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(5), Ct);
        var write = connection.GetDatabase().ExecuteAsync("BLPOP", "none", 0);
        await redis.QueryAsync("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

        var reason = await server.DescribeAsync(await Should.ThrowAsync<Exception>(() => write), Ct);

        reason.ToText().ShouldBe(isNamed
            ? $"{Server}closed the connection. It closes connections that are idle for 10 seconds (timeout); "
                + "keepAlive=… in the connection string, with fewer seconds, keeps them open."
            : "The connection to the server of target 'mine' was lost: it was stopped, restarted, or closed the connection.");
    }

    [Fact]
    public void The_options_of_each_strategy_exist()
    {
        foreach (var benchmark in Catalogue.Default.Benchmarks)
        {
            string[] options = [.. benchmark.Info.Options.Options.Select(option => option.Name)];
            string[] strategies = [.. benchmark.Info.Strategies.Select(strategy => strategy.Name)];
            // Little data.
            var few = options.Intersect(["items", "keys", "payloadBytes"]).Select(name => $"\"{name}\": {(name == "keys" ? 20 : 200)}");
            var job = TestJobs.Of(TestJobs.Draft(benchmark.Info.Name, strategies, $"{{ {string.Join(", ", few)} }}"));

            // The reference uses no server.
            foreach (var @case in benchmark.Cases(job.Request, "prefix:").Where(@case => !@case.Strategy.IsReference))
            {
                @case.SizeOptions.ShouldNotBeEmpty();
                @case.SizeOptions.ShouldBeSubsetOf(options, $"{benchmark.Info.Name}: {@case.Strategy.Name}");
            }
        }
    }

    private static async Task<string> FailureAsync(RedisServer redis, string strategy, string options)
    {
        var events = await TestJobs.RunAsync(TestJobs.Insert([strategy == "floor" ? "batch" : strategy], options), redis.Target);
        return events.Ended().Single(ended => ended.Case.Strategy == strategy).Run.ShouldBeNoNumber();
    }
}
