using System.Net;
using Docker.DotNet;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Configurations;
using DotNet.Testcontainers.Containers;
using Microsoft.Extensions.Logging.Abstractions;
using Testcontainers.PostgreSql;
using Container = Testcontainers.PostgreSql.PostgreSqlContainer;

namespace RedisPerf.Tests;

/// <summary>A PostgreSQL server in a container, which the end of the tests removes. When the tests are killed, it remains: <c>docker ps
/// --all --filter label=redisperf.tests</c> lists it.</summary>
internal sealed class PostgreSqlContainer : PostgreSqlServer
{
    private const string Image = "postgres:17";

    private const string Label = "redisperf.tests";

    // Testcontainers waits up to 100 seconds for an engine that hangs.
    private static readonly TimeSpan EngineLimit = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private static readonly Lazy<bool> Engine = new(FindEngine);

    private readonly Container _container;

    public PostgreSqlContainer(int port)
        : base(port)
    {
        if (!HasEngine)
        {
            throw new InvalidOperationException(Missing);
        }

        _container = new PostgreSqlBuilder(Image)
            // The default logger writes to standard output, which belongs to the results of the tests.
            .WithLogger(NullLogger.Instance)
            .WithLabel(Label, "postgresql")
            .WithUsername(User)
            .WithEnvironment("POSTGRES_HOST_AUTH_METHOD", "trust")
            .WithEnvironment("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US --no-sync")
            // The builder's own arguments turn fsync, synchronous_commit and full_page_writes off.
            .WithCommand("-c", "max_connections=200", "-c", "max_wal_size=4GB")
            // A random port would change when the server starts again.
            .WithPortBinding(port, PostgreSqlBuilder.PostgreSqlPort)
            .WithCreateParameterModifier(container =>
            {
                foreach (var binding in container.HostConfig!.PortBindings!.Values.SelectMany(bindings => bindings!))
                {
                    binding.HostIP = IPAddress.Loopback.ToString();
                }
            })
            // Before its data is ready, the server listens on its socket only.
            .WithWaitStrategy(Wait.ForUnixContainer().UntilCommandIsCompleted(
                ["pg_isready", "--quiet", "--host", "127.0.0.1"], wait => wait.WithInterval(PollInterval)))
            .Build();
    }

    /// <summary>Whether Testcontainers finds a Docker engine on this machine that answers. An engine that is older than the API version of
    /// Testcontainers refuses its calls: for that of Debian 12, set <c>DOCKER_API_VERSION=1.41</c>.</summary>
    public static bool HasEngine => Engine.Value;

    public override async Task StartAgainAsync(CancellationToken ct)
    {
        try
        {
            await _container.StartAsync(ct);
        }
        catch (DockerApiException e)
        {
            Assert.SkipWhen(_container.State == TestcontainersStates.Undefined,
                $"Docker cannot create a container of {Image}, and PostgreSQL (Debian's package postgresql) is not installed. {e.Message}");
            throw new InvalidOperationException(e.Message, e);
        }
    }

    public override Task StopAsync(CancellationToken ct) => _container.StopAsync(ct);

    public override Task PauseAsync(CancellationToken ct) => _container.PauseAsync(ct);

    public override Task ResumeAsync(CancellationToken ct) => _container.UnpauseAsync(ct);

    public override ValueTask DisposeAsync() => _container.DisposeAsync();

    protected override async Task RunAsync(string program, string[] arguments, CancellationToken ct)
    {
        var result = await _container.ExecAsync([program, "-U", User, .. arguments], ct);
        result.ExitCode.ShouldBe(0, result.Stderr);
    }

    // On the thread pool, because the first use of the settings waits for the engine.
    private static bool FindEngine()
    {
        var find = Task.Run(() =>
        {
            // The reaper is a privileged container with another image. The program does not use it either.
            TestcontainersSettings.ResourceReaperEnabled = false;
            return TestcontainersSettings.OS.DockerEndpointAuthConfig;
        });
        // The tests connect to 127.0.0.1, which an engine on another machine does not have.
        return find.Wait(EngineLimit) && find.Result is { Endpoint.Scheme: "unix" or "npipe" };
    }
}
