using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Tests.Targets.Engines;

/// <summary>The engine of an INFO reply, by its own fields. A server is not Redis because it answers like Redis.</summary>
public sealed class EngineTests
{
    private const string RunId = "run_id:ece4894955757cd5dfa2a7a3f06ceee00f782fec\n";

    private const string Redis = "redis_version:7.4.2\nredis_git_sha1:00000000\nredis_git_dirty:0\nredis_build_id:ae4d7c971a948f0\n"
        + "redis_mode:standalone\nos:Linux 6.1.0 x86_64\narch_bits:64\nmultiplexing_api:epoll\ngcc_version:12.2.0\nprocess_id:1\n" + RunId;

    public static TheoryData<string, string, string> Replies { get; } = new()
    {
        { $"# Server\n{Redis}executable:/usr/local/bin/redis-server\n", "Redis", "7.4.2" },
        { $"# Server\n{Redis}executable:/data/redis-server\n\n# Modules\nsearch_version:8.0.1\n", "Redis", "7.4.2" },
        { $"# Server\n{Redis.Replace("7.4.2", "255.255.255")}executable:/opt/redis-stack/bin/redis-server\n", "Redis", "255.255.255" },
        { $"# Server\n{Redis}", "Redis", "7.4.2" },
        {
            $"# Server\n{Redis.Replace("epoll", "WinSock_IOCP").Replace("7.4.2", "5.0.14.1")}executable:C:\\Redis\\redis-server.exe\n",
            "Redis for Windows", "5.0.14.1"
        },
        { $"# Server\n{Redis.Replace("ae4d7c971a948f0", new('0', 40))}config_file:\n", "Redis Enterprise", "7.4.2" },
        {
            "# Server\nversion:2.11.1\nkvrocks_version:2.11.1\nredis_version:7.0.0\ngit_sha1:9d5b4fb\nkvrocks_git_sha1:9d5b4fb\n"
                + "redis_mode:standalone\nkvrocks_mode:standalone\nos:Linux\ngcc_version:12.2.0\nprocess_id:1\n",
            "Kvrocks", "2.11.1"
        },
        {
            "# Server\nredict_version:7.3.2\nredis_version:7.2.4\nredict_git_sha1:00000000\nredict_build_id:6f0e1d2c3b4a5968\n"
                + $"redict_mode:standalone\nmultiplexing_api:epoll\n{RunId}executable:/usr/bin/redict-server\n",
            "Redict", "7.3.2"
        },
        { "# Server\nupstash_version:1.10.5\nredis_version:6.2.6\nredis_mode:standalone\n", "Upstash", "1.10.5" },
        { "# Server\nmemurai_edition:Memurai Developer\nmemurai_version:4.2.3\nredis_version:7.4.9\nredis_mode:standalone\n", "Memurai", "4.2.3" },
        { "# Server\npika_version:3.5.4\npika_git_sha:b22b056\nos:Linux\nprocess_id:1699\nrun_id:abc\n", "Pika", "3.5.4" },
        {
            "# Server\nredis_version:7.1.0\nredis_git_sha1:0\nredis_build_id:0\nredis_mode:standalone\nos:Amazon ElastiCache\n"
                + $"multiplexing_api:epoll\n{RunId}executable:-\n",
            "Amazon ElastiCache for Redis", "7.1.0"
        },
        {
            "# Server\nredis_version:7.2.4\nserver_name:valkey\nvalkey_version:8.1.0\nos:Amazon ElastiCache\n",
            "Amazon ElastiCache for Valkey", "8.1.0"
        },
        { "# Server\nredis_version:7.2.4\nserver_name:valkey\nvalkey_version:9.1.2\nserver_mode:standalone\n", "Valkey", "9.1.2" },
        { "# Server\nredis_version:7.2.0\ninfinispan_version:15.0.0\n", "Infinispan", "15.0.0" },
        { "# Server\nredis_version:7.2.0\nserver_name:othercache\nothercache_version:1.2\n", "Othercache", "1.2" },
        { $"# Server\nxredis_version:1.0.1\n{Redis}executable:/usr/bin/redis-server\n", "Xredis", "1.0.1" },
        { "redis_version:7.0.0\r\n", "compatible with Redis", "7.0.0" },
        {
            "# Server\r\nredis_version:7.4.3\r\nredis_mode:standalone\r\nos:Linux\r\ngcc_version:12.2.0\r\ngo_version:1.22\r\n",
            "compatible with Redis", "7.4.3"
        },
        { $"# Server\n{Redis.Replace("7.4.2", "2.8.17-TRedis")}executable:/usr/bin/redis-server\n", "compatible with Redis", "2.8.17-TRedis" },
        { $"# Server\n{Redis}executable:/usr/bin/other-server\n", "compatible with Redis", "7.4.2" },
        { $"# Server\n{Redis.Replace("ae4d7c971a948f0", "dev")}executable:/usr/bin/redis-server\n", "compatible with Redis", "7.4.2" },
        { $"# Server\n{Redis.Replace(RunId, "run_id:1\n")}executable:/usr/bin/redis-server\n", "compatible with Redis", "7.4.2" },
    };

    [Theory]
    [MemberData(nameof(Replies))]
    public void An_engine_is_recognized_by_its_own_fields(string reply, string engine, string version)
    {
        var info = ServerInfo.Parse(reply);

        info.Engine.ShouldNotBeNull().Name.ShouldBe(engine);
        info.Version.ShouldBe(version);
    }

    [Fact]
    public async Task The_installed_Redis_is_Redis()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();

        server.Environment.Engine.ShouldBe("Redis");
    }

    [Fact]
    public async Task A_job_on_another_engine_records_its_name_and_uses_the_shape_of_Redis()
    {
        await using var recorded = new RecordedServer(
            "# Server\r\nredis_version:7.0.0\r\nrun_id:1\r\n# Replication\r\nrole:master\r\n", command => command[0] == "EVAL" ? ":1" : null);
        await using var server = await recorded.OpenAsync();

        server.Environment.Engine.ShouldBe("compatible with Redis");
        server.Environment.Version.ShouldBe("7.0.0");
        Core.Reporting.Formatting.JobText.Engine(server.Environment).ShouldBe("compatible with Redis 7.0.0");
        KnownEngines.CheapestWrites(server.Environment).ShouldBe(KnownEngines.Find("Redis").CheapestWrites);
    }
}
