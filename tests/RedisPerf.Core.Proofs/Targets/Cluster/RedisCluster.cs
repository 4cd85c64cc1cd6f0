using System.Net;
using RedisPerf.Core.Proofs.Targets.Cluster;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

[assembly: AssemblyFixture(typeof(RedisCluster))]

namespace RedisPerf.Core.Proofs.Targets.Cluster;

/// <summary>A cluster of three masters, started when a test needs it. All tests share the one of the first installed program; tests of one
/// class at a time use it.</summary>
public sealed class RedisCluster : IAsyncDisposable
{
    /// <summary>The collection of the test classes that use the cluster.</summary>
    public const string Collection = "cluster";

    private readonly DataFolder _data = new();
    private readonly string? _program;
    private TargetServer? _server;

    public RedisCluster()
    {
    }

    private RedisCluster(string program) => _program = program;

    /// <summary>A cluster of another program than the shared one.</summary>
    internal static RedisCluster Of(string program) => new(program);

    /// <summary>The cluster as RedisPerf started it.</summary>
    internal TargetServer Server => _server!;

    /// <summary>The addresses of the masters, as a configured target has them.</summary>
    internal string[] Nodes => [.. Server.Attachment.Shards.Select(shard => shard.EndPoint)];

    /// <summary>The target <c>mine</c>, found by the address of one master.</summary>
    internal ConfiguredTarget Target(int node = 0, string options = "") => new("mine", Nodes[node] + options);

    /// <summary>Skips the test when no server program is installed that can start a cluster.</summary>
    internal async Task StartAsync() =>
        _server ??= await (await InstalledAsync(_data.Path, _program)).OpenAsync(new(0), TestContext.Current.CancellationToken);

    /// <param name="dataFolder">The folder of the masters.</param>
    /// <param name="program">The name of the program; null for the first one that is installed.</param>
    internal static async Task<LocalTarget> InstalledAsync(string dataFolder, string? program = null)
    {
        var target = program is null
            ? LocalTarget.Find(dataFolder).Single(target => target.Name == LocalTarget.ClusterName)
            : new LocalTarget(LocalTarget.ClusterName, SearchPath.Find(program), dataFolder);
        Assert.SkipUnless((await target.DescribeAsync(TestContext.Current.CancellationToken)).Status == TargetStatus.Startable,
            $"No {program ?? "redis-server"} 7.0 or later is installed here.");
        return target;
    }

    /// <summary>Sends a command to a master, or to each master.</summary>
    internal async Task<RespReply[]> QueryAllAsync(params string[] command) =>
        await Task.WhenAll(Nodes.Select((_, node) => QueryAsync(node, command)));

    /// <inheritdoc cref="QueryAllAsync"/>
    internal async Task<RespReply> QueryAsync(int node, params string[] command)
    {
        await using var connection = await RespConnection.OpenAsync(IPEndPoint.Parse(Nodes[node]), null, null, TestContext.Current.CancellationToken);
        return await connection.QueryAsync(TestContext.Current.CancellationToken, command);
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _data.Dispose();
    }
}
