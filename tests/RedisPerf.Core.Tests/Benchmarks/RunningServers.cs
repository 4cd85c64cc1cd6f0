using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>One server of each kind for a test class, so that a test case opens a connection instead of starting a server.</summary>
public class RunningServers : IAsyncLifetime
{
    private readonly DataFolder _data = new();
    private readonly Dictionary<string, TargetServer> _servers = [];

    public async ValueTask InitializeAsync()
    {
        foreach (var target in new ITarget[] { new EmbeddedTarget(_data.Path) }.Concat(LocalTarget.Find(_data.Path).Where(target => target.Name != LocalTarget.ClusterName)))
        {
            if (Includes(target.Name) && (await target.DescribeAsync(CancellationToken.None)).Status != TargetStatus.Unavailable)
            {
                _servers[target.Name] = await target.OpenAsync(new(0), CancellationToken.None);
            }
        }
    }

    private protected ServerAddress AddressOf(string name)
    {
        Assert.SkipUnless(_servers.TryGetValue(name, out var server), "The installed redis-server does not support TLS.");
        return ServerAddress.Parse(server.Attachment.Connection, server.Attachment.Certificate);
    }

    protected virtual bool Includes(string name) => true;

    public static void SkipUnlessThere(string target) =>
        Assert.SkipUnless(
        target == EmbeddedTarget.TargetName || LocalTarget.Find("").Any(local => local.Name == target && local.IsInstalled),
        target == LocalTarget.ValkeyName ? "There is no valkey-server in addition to a redis-server on the PATH." : "There is no redis-server or valkey-server on the PATH.");

    /// <summary>The running server as an existing server: a job disconnects without stopping it.</summary>
    public ITarget Find(string name) => new ConfiguredTarget(name, AddressOf(name));

    public async Task<string[]> KeysAsync(string target, string pattern)
    {
        var connection = await _servers[target].ConnectAsync(TimeSpan.FromSeconds(10), CancellationToken.None);
        var keys = await connection.GetServers()[0].KeysAsync(pattern: pattern).Select(key => key.ToString()).ToArrayAsync();
        await ClientConnector.CloseAsync(connection);
        return keys;
    }

    /// <summary>Runs a case on the embedded server: setup, execution, a change by the test, verification and teardown.</summary>
    public async Task RunAsync(Case @case, Func<CaseContext, Task> beforeVerify)
    {
        var ct = TestContext.Current.CancellationToken;
        await using var server = await Find(EmbeddedTarget.TargetName).OpenAsync(new(0), ct);
        var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), ct);
        var context = new CaseContext([connection], server);
        try
        {
            await @case.SetupAsync(context, ct);
            await @case.ExecuteAsync(context, ct);
            await beforeVerify(context);
            await @case.VerifyAsync(context, ct);
        }
        finally
        {
            await @case.TeardownAsync(context, ct);
            await ClientConnector.CloseAsync(connection);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers.Values)
        {
            await server.DisposeAsync();
        }

        _data.Dispose();
        GC.SuppressFinalize(this);
    }
}

/// <summary>A server of any kind for a test class, for tests of what does not depend on the engine: a redis-server, whose start is the fastest, where one is installed.</summary>
public sealed class RunningServer : RunningServers
{
    private static readonly string Name = LocalTarget.Find("").Any(local => local is { Name: LocalTarget.TargetName, IsInstalled: true }) ? LocalTarget.TargetName : EmbeddedTarget.TargetName;

    /// <summary>The target <c>mine</c>, an existing server.</summary>
    public ITarget Target => new ConfiguredTarget("mine", AddressOf(Name));

    public Task<string[]> KeysAsync(string pattern) => KeysAsync(Name, pattern);

    protected override bool Includes(string name) => name == Name;
}
