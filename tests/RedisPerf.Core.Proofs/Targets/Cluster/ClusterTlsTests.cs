using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Cluster;

/// <summary>An existing cluster of two masters that require TLS and a password.</summary>
public sealed class ClusterTlsTests : IDisposable
{
    private const string Password = "open-sesame";

    private readonly DataFolder _data = new();

    // The nodes announce 127.0.0.1, which is not in their certificate.
    private readonly TestCertificates _named = new("localhost");

    public void Dispose()
    {
        _data.Dispose();
        _named.Dispose();
    }

    [Fact]
    public async Task Nodes_that_are_announced_by_address_have_the_name_of_the_connection_string()
    {
        await using var cluster = await TwoNodes.StartAsync(_data, _named.ServerCertificate, _named.ServerKey, _named.Authority);
        var target = new ConfiguredTarget(new ConfiguredTargetOptions
        {
            Name = "mine",
            Connection = $"localhost:{cluster.TlsPort},ssl=true,password={Password}",
            Authority = _named.Authority,
            ClientCertificate = _named.ClientPem,
            ClientCertificateKey = _named.ClientKey,
        });
        var client = ClientCatalogue.Of("");
        var job = TestJobs.Insert(["hset", "batch"], """{ "items": 200, "keys": 20, "payloadBytes": 4000 }""");
        job = job with { Request = job.Request with { Clients = [.. client.Names] } };

        var description = await target.DescribeAsync(Ct);
        var events = await TestJobs.RunAsync(new Runner(Catalogue.Default, _ => target) { FindClient = client.Find }, job, null, Ct);

        description.Status.ShouldBe(TargetStatus.Ready, description.Reason.ToText());
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
        events.Ended().Select(ended => (ended.Case.Strategy, ended.Case.Client)).Distinct().Count().ShouldBe(3 * client.Names.Count);
        await using var keys = await target.OpenKeysAsync(Ct);
        (await keys.CountAsync(Ct)).ShouldBeEmpty();
        var byAddress = new ConfiguredTarget(new ConfiguredTargetOptions
        {
            Name = "mine",
            Connection = $"127.0.0.1:{cluster.TlsPort},ssl=true,password={Password}",
            Authority = _named.Authority,
            ClientCertificate = _named.ClientPem,
            ClientCertificateKey = _named.ClientKey,
        });
        (await byAddress.DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull().ShouldContain("RemoteCertificateNameMismatch");
    }

    [Fact]
    public async Task All_connections_to_all_nodes_use_the_settings_of_the_connection_string()
    {
        Directory.CreateDirectory(_data.Path);
        var certificate = ServerCertificate.CreateIn(_data.Path);
        var file = Path.Combine(_data.Path, ServerCertificate.CertificateFile);
        await using var cluster = await TwoNodes.StartAsync(_data, file, Path.Combine(_data.Path, ServerCertificate.KeyFile));
        var target = new ConfiguredTarget("mine", ServerAddress.Parse($"127.0.0.1:{cluster.TlsPort},ssl=true,password={Password}", certificate));
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

    private sealed class TwoNodes : IAsyncDisposable
    {
        private readonly string _certificate;
        private readonly string _key;
        private readonly string? _authority;
        private readonly List<(ServerProcess Server, int TlsPort, int BusPort)> _nodes = [];

        private TwoNodes(string certificate, string key, string? authority) => (_certificate, _key, _authority) = (certificate, key, authority);

        public int TlsPort => _nodes[0].TlsPort;

        /// <param name="data">The parent of the folders of the servers.</param>
        /// <param name="certificate">The file of the certificate of both nodes.</param>
        /// <param name="key">The file of its key.</param>
        /// <param name="authority">The file of the authority of the certificates that the nodes request from clients; null without one.</param>
        public static async Task<TwoNodes> StartAsync(DataFolder data, string certificate, string key, string? authority = null)
        {
            var tls = LocalTarget.Find(data.Path).Single(target => target.Name == LocalTarget.TlsName);
            Assert.SkipUnless((await tls.DescribeAsync(Ct)).Status == TargetStatus.Startable, "No redis-server with TLS is installed here.");
            await RedisCluster.InstalledAsync(data.Path);
            Directory.CreateDirectory(data.Path);
            var cluster = new TwoNodes(certificate, key, authority);
            try
            {
                await cluster.StartNodeAsync(data.Path);
                await cluster.StartNodeAsync(data.Path);
                await cluster.FormAsync();
                return cluster;
            }
            catch
            {
                await cluster.DisposeAsync();
                throw;
            }
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var node in _nodes)
            {
                await node.Server.DisposeAsync();
            }
        }

        private async Task StartNodeAsync(string folder)
        {
            var (tlsPort, busPort) = (0, 0);
            var program = new ServerProgram(SearchPath.Find("redis-server") ?? SearchPath.Find("valkey-server")!, port =>
            {
                (tlsPort, busPort) = (LoopbackPort.FindFree(), LoopbackPort.FindFree());
                return
                [
                    .. ServerFamily.RedisArguments(port), "--cluster-enabled", "yes", "--cluster-port", $"{busPort}", "--requirepass", Password,
                    "--tls-port", $"{tlsPort}", "--tls-cluster", "yes", "--tls-auth-clients", _authority is null ? "no" : "yes",
                    "--tls-cert-file", _certificate, "--tls-key-file", _key, "--tls-ca-cert-file", _authority ?? _certificate,
                ];
            });
            _nodes.Add((await ServerProcess.StartAsync(program, "test", folder, Ct), tlsPort, busPort));
        }

        private async Task FormAsync()
        {
            var half = HashSlot.Count / 2;
            var ((first, _, _), (second, tlsPort, busPort)) = (_nodes[0], _nodes[1]);
            await QueryAsync(first, "CLUSTER", "SET-CONFIG-EPOCH", "1");
            await QueryAsync(second, "CLUSTER", "SET-CONFIG-EPOCH", "2");
            await QueryAsync(first, "CLUSTER", "ADDSLOTSRANGE", "0", $"{half - 1}");
            await QueryAsync(second, "CLUSTER", "ADDSLOTSRANGE", $"{half}", $"{HashSlot.Count - 1}");
            await QueryAsync(first, "CLUSTER", "MEET", "127.0.0.1", $"{tlsPort}", $"{busPort}");
            foreach (var (server, _, _) in _nodes)
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
    }
}
