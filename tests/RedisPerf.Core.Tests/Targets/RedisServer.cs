using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>A redis-server in the state that a test needs, reached as a configured target.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private readonly DataFolder _data;
    private readonly ServerProcess _process;

    private RedisServer(DataFolder data, ServerProcess process)
    {
        _data = data;
        _process = process;
    }

    public int ProcessId => _process.ProcessId;

    public int Port => _process.EndPoint.Port;

    public string Folder => _process.Folder;

    public string Connection => $"127.0.0.1:{Port}";

    /// <summary>The target <c>mine</c>, to be used by a job.</summary>
    public ITarget Target => new ConfiguredTarget("mine", Connection);

    /// <summary>Starts one with further arguments; skips the test when redis-server is not installed.</summary>
    public static Task<RedisServer> StartAsync(params string[] arguments) => StartProgramAsync("redis-server", arguments);

    /// <summary>Starts another program with the same options; skips the test when it is not installed.</summary>
    public static async Task<RedisServer> StartProgramAsync(string name, params string[] arguments)
    {
        var program = SearchPath.Find(name);
        Assert.SkipUnless(program is not null, $"{name} is not installed here.");
        var data = new DataFolder();
        try
        {
            return new RedisServer(data, await ServerProcess.StartAsync(
                new ServerProgram(program, port => [.. ServerFamily.RedisArguments(port), .. arguments]), "test", data.Path,
                TestContext.Current.CancellationToken));
        }
        catch
        {
            data.Dispose();
            throw;
        }
    }

    /// <summary>The server as a job gets it; its name is <c>mine</c>.</summary>
    public Task<TargetServer> OpenAsync(string options = "") =>
        new ConfiguredTarget("mine", Connection + options).OpenAsync(new(0), TestContext.Current.CancellationToken);

    /// <summary>Sends a command over a new connection.</summary>
    public async Task<RespReply> QueryAsync(params string[] command)
    {
        await using var connection = await RespConnection.OpenAsync(_process.EndPoint, null, null, TestContext.Current.CancellationToken);
        return await connection.QueryAsync(TestContext.Current.CancellationToken, command);
    }

    /// <summary>Executes a script of another client that blocks the server for a time, in microseconds.</summary>
    public Task BlockAsync(int microseconds) => QueryAsync(
        "EVAL", "local t = redis.call('TIME') local s = t[1] * 1000000 + t[2] repeat "
            + $"t = redis.call('TIME') until t[1] * 1000000 + t[2] - s > {microseconds}", "0");

    public async ValueTask DisposeAsync()
    {
        await _process.DisposeAsync();
        _data.Dispose();
    }
}
