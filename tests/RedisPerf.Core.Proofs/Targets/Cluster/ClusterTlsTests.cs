using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Cluster;

/// <summary>An existing cluster of two masters that require TLS and a password.</summary>
public sealed class ClusterTlsTests : IDisposable
{
    private const string Password = "open-sesame";

    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task All_connections_to_all_nodes_use_the_settings_of_the_connection_string()
    {
        var tls = LocalTarget.Find(_data.Path).Single(target => target.Name == LocalTarget.TlsName);
        Assert.SkipUnless((await tls.DescribeAsync(Ct)).Status == TargetStatus.Startable, "No redis-server with TLS is installed here.");
        await RedisCluster.InstalledAsync(_data.Path);
        Directory.CreateDirectory(_data.Path);
        var certificate = ServerCertificate.CreateIn(_data.Path);
        var (first, second) = (new Node(), new Node());
        await using var firstServer = await first.StartAsync(_data.Path);
        await using var secondServer = await second.StartAsync(_data.Path);
        await FormAsync(firstServer, secondServer, second);
        var target = new ConfiguredTarget("mine", ServerAddress.Parse($"127.0.0.1:{first.TlsPort},ssl=true,password={Password}", certificate));
        var job = TestJobs.Insert(["hset", "lua"], """{ "items": 200, "keys": 20, "payloadBytes": 4000 }""");

        var events = await TestJobs.RunAsync(job, target);

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
        events.Ended().Select(ended => ended.Case.Strategy).ShouldBe(["hset", "lua", "floor"], ignoreOrder: true);
        var environment = events.OfType<JobEvent.Started>().Single().Environment.Targets.Single();
        environment.Settings["cluster"].ShouldStartWith("2 shards: ");
        environment.Settings["encryption"].ShouldMatch(@"^TLS 1\.[23], TLS_[^,]*$");
        await using var keys = await target.OpenKeysAsync(Ct);
        (await keys.CountAsync(Ct)).ShouldBeEmpty();
    }

    private static async Task FormAsync(ServerProcess first, ServerProcess second, Node met)
    {
        var half = HashSlot.Count / 2;
        await QueryAsync(first, "CLUSTER", "SET-CONFIG-EPOCH", "1");
        await QueryAsync(second, "CLUSTER", "SET-CONFIG-EPOCH", "2");
        await QueryAsync(first, "CLUSTER", "ADDSLOTSRANGE", "0", $"{half - 1}");
        await QueryAsync(second, "CLUSTER", "ADDSLOTSRANGE", $"{half}", $"{HashSlot.Count - 1}");
        await QueryAsync(first, "CLUSTER", "MEET", "127.0.0.1", $"{met.TlsPort}", $"{met.BusPort}");
        foreach (var server in new[] { first, second })
        {
            await Poll.UntilAsync(
                async () => (await QueryAsync(server, "CLUSTER", "INFO")).Text!.Contains("cluster_state:ok", StringComparison.Ordinal));
        }

        // From now on without a connection that is not encrypted.
        await QueryAsync(first, "CONFIG", "SET", "port", "0");
        await QueryAsync(second, "CONFIG", "SET", "port", "0");
    }

    private static async Task<RespReply> QueryAsync(ServerProcess server, params string[] command)
    {
        await using var connection = await RespConnection.OpenAsync(server.EndPoint, new("", Password), null, Ct);
        return await connection.CallAsync(Ct, command);
    }

    private sealed class Node
    {
        public int TlsPort { get; private set; }

        public int BusPort { get; private set; }

        public Task<ServerProcess> StartAsync(string folder) =>
            ServerProcess.StartAsync(new ServerProgram(
                SearchPath.Find("redis-server") ?? SearchPath.Find("valkey-server")!, port => Arguments(port, folder)), "test", folder, Ct);

        private string[] Arguments(int port, string folder)
        {
            (TlsPort, BusPort) = (LoopbackPort.FindFree(), LoopbackPort.FindFree());
            var certificate = Path.Combine(folder, ServerCertificate.CertificateFile);
            return
            [
                .. LocalTarget.Arguments(port), "--cluster-enabled", "yes", "--cluster-port", $"{BusPort}", "--requirepass", Password,
                "--tls-port", $"{TlsPort}", "--tls-cluster", "yes", "--tls-auth-clients", "no",
                "--tls-cert-file", certificate, "--tls-key-file", Path.Combine(folder, ServerCertificate.KeyFile), "--tls-ca-cert-file", certificate,
            ];
        }
    }
}
