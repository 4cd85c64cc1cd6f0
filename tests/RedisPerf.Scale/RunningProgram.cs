using System.Diagnostics;
using RedisPerf.Ledger.Storage;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Scale;

/// <summary>RedisPerf in a separate process.</summary>
internal sealed class RunningProgram : IAsyncDisposable
{
    private readonly Process _process;

    private RunningProgram(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <param name="folder">The data folder.</param>
    /// <param name="ledger">The connection string of the ledger; null for the folder.</param>
    /// <exception cref="InvalidOperationException">The program did not start; its error is on standard error.</exception>
    public static async Task<RunningProgram> StartAsync(string folder, string? ledger, CancellationToken ct)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(RedisPerfOptions).Assembly.Location, "--urls", "http://127.0.0.1:0"])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = AppContext.BaseDirectory,
        };
        start.Environment["RedisPerf__Data"] = folder;
        start.Environment["RedisPerf__Ledger"] = ledger ?? LedgerDatabase.Sqlite;
        start.Environment.Remove("ASPNETCORE_URLS");
        var process = Process.Start(start)!;
        var line = await process.StandardOutput.ReadLineAsync(ct) ?? throw new InvalidOperationException("RedisPerf did not start.");
        return new(process, new(line.Split(' ', ';').Single(word => word.StartsWith("http", StringComparison.Ordinal))));
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
    }
}
