using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>A running server of one target for a test class, so that a test opens a connection instead of starting a server.</summary>
/// <param name="name">The target, or the name of a program on the PATH. Where its server is not installed, the tests are skipped with the
/// reason.</param>
public abstract class EngineServer(string name) : IAsyncLifetime
{
    /// <summary>A redis-server of version 8, and a valkey-server of version 9, in addition to the ones that are installed.</summary>
    public const string RecentRedis = "redis-server-8";

    /// <inheritdoc cref="RecentRedis"/>
    public const string RecentValkey = "valkey-server-9";

    private readonly DataFolder _data = new();
    private TargetServer? _server;

    /// <summary>The target <c>mine</c>, an existing server: a job disconnects without stopping it.</summary>
    public ITarget Target => new ConfiguredTarget("mine", ServerAddress.Parse(Server.Attachment.Connection, Server.Attachment.Certificate));

    private TargetServer Server
    {
        get
        {
            Assert.SkipWhen(_server is null, name switch
            {
                LocalTarget.ValkeyName => "There is no valkey-server in addition to a redis-server on the PATH.",
                RecentRedis or RecentValkey => $"There is no {name} on the PATH.",
                LocalTarget.TlsName => "The installed redis-server does not support TLS.",
                _ => "There is no redis-server or valkey-server on the PATH.",
            });
            return _server;
        }
    }

    public async ValueTask InitializeAsync()
    {
        var target = name switch
        {
            EmbeddedTarget.TargetName => new EmbeddedTarget(_data.Path),
            RecentRedis or RecentValkey => SearchPath.Find(name) is { } program ? TargetCatalogue.FromProgram(name, program, _data.Path) : null,
            _ => (ITarget)LocalTarget.Find(_data.Path).Single(local => local.Name == name),
        };
        if (target is not null && (await target.DescribeAsync(CancellationToken.None)).Status != TargetStatus.Unavailable)
        {
            _server = await target.OpenAsync(new(0), CancellationToken.None);
        }
    }

    /// <summary>The keys of the server that match a pattern.</summary>
    public async Task<string[]> KeysAsync(string pattern)
    {
        var connection = await Server.ConnectAsync(TimeSpan.FromSeconds(10), CancellationToken.None);
        var keys = await connection.GetServers()[0].KeysAsync(pattern: pattern).Select(key => key.ToString()).ToArrayAsync();
        await ClientConnector.CloseAsync(connection);
        return keys;
    }

    /// <summary>Whether the server lacks a command.</summary>
    public async Task<bool> LacksAsync(string command)
    {
        var connection = await Server.ConnectAsync(TimeSpan.FromSeconds(10), CancellationToken.None);
        try
        {
            return await connection.GetDatabase().LacksAsync(command);
        }
        finally
        {
            await ClientConnector.CloseAsync(connection);
        }
    }

    /// <summary>Runs a case: setup, execution, a change by the test, verification and teardown.</summary>
    public async Task RunAsync(Case @case, Func<CaseContext, Task> beforeVerify)
    {
        var ct = TestContext.Current.CancellationToken;
        await using var server = await Target.OpenAsync(new(0), ct);
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
        await (_server?.DisposeAsync() ?? ValueTask.CompletedTask);
        _data.Dispose();
        GC.SuppressFinalize(this);
    }
}

/// <summary>A redis-server, whose start is the fastest; the embedded server on a machine without it.</summary>
public sealed class RunningServer() : EngineServer(HasRedis ? LocalTarget.TargetName : EmbeddedTarget.TargetName)
{
    private static bool HasRedis => LocalTarget.Find("").Any(local => local is { Name: LocalTarget.TargetName, IsInstalled: true });

    /// <summary>Skips a test of what only a redis-server or valkey-server reports.</summary>
    public static void SkipWithoutRedis() => Assert.SkipUnless(HasRedis, "There is no redis-server or valkey-server on the PATH.");
}
