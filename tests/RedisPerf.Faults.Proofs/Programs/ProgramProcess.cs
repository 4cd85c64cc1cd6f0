using System.Diagnostics;

namespace RedisPerf.Faults.Proofs.Programs;

/// <summary>The program in a separate process, as a user starts it.</summary>
internal sealed class ProgramProcess : IAsyncDisposable
{
    private int _disposed;
    private readonly Process _process;
    private readonly Task<string> _errors;
    private readonly List<string> _output = [];

    private ProgramProcess(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync(Ct);
    }

    public int Id => _process.Id;

    /// <param name="arguments">Arguments of the command line.</param>
    /// <param name="settings">Environment variables.</param>
    public static ProgramProcess Start(string[] arguments, params (string Name, string Value)[] settings) =>
        StartIn(AppContext.BaseDirectory, arguments, settings);

    /// <inheritdoc cref="Start"/>
    /// <param name="folder">The current folder of the program.</param>
    /// <param name="arguments">Arguments of the command line.</param>
    /// <param name="settings">Environment variables.</param>
    public static ProgramProcess StartIn(string folder, string[] arguments, params (string Name, string Value)[] settings)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            WorkingDirectory = folder,
        };
        start.ArgumentList.Add(typeof(Program).Assembly.Location);
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        start.Environment.Remove("ASPNETCORE_URLS");
        start.Environment.Remove("ASPNETCORE_ENVIRONMENT");
        foreach (var (name, value) in settings)
        {
            start.Environment[name] = value;
        }

        return new ProgramProcess(Process.Start(start)!);
    }

    /// <summary>The address in the line that a successful start prints.</summary>
    public async Task<string> AddressAsync()
    {
        var line = await _process.StandardOutput.ReadLineAsync(Ct);
        if (line is null)
        {
            Assert.Fail($"It did not start: {await _errors}");
        }

        _output.Add(line);
        return line.Split(' ', ';').Single(word => word.StartsWith("http", StringComparison.Ordinal));
    }

    /// <summary>A client of a successful start. Only the test limits the time of its requests.</summary>
    public async Task<HttpClient> ConnectAsync() => new() { BaseAddress = new(await AddressAsync()), Timeout = Timeout.InfiniteTimeSpan };

    /// <summary>Sends the signal of Ctrl+C and waits for the end.</summary>
    public async Task<(int ExitCode, string[] Output, string Errors)> InterruptAsync()
    {
        await Signals.SendAsync("INT", _process.Id);
        return await EndAsync();
    }

    /// <summary>Kills the process without cleanup.</summary>
    /// <param name="withWorker">Whether its worker process is killed too, as by a power failure. Otherwise the worker
    /// removes the keys of its slice.</param>
    public async Task KillAsync(bool withWorker = true)
    {
        _process.Kill(entireProcessTree: withWorker);
        await _process.WaitForExitAsync(Ct);
    }

    /// <summary>Waits for the end of the process and returns its exit code and output.</summary>
    public async Task<(int ExitCode, string[] Output, string Errors)> EndAsync()
    {
        var rest = await _process.StandardOutput.ReadToEndAsync(Ct);
        var errors = await _errors;
        await _process.WaitForExitAsync(Ct);
        return (_process.ExitCode, [.. _output, .. rest.Split('\n', StringSplitOptions.RemoveEmptyEntries)], errors);
    }

    public async ValueTask DisposeAsync()
    {
        // A second call must not hide why a test replaced the process and failed.
        if (Interlocked.Exchange(ref _disposed, 1) == 1)
        {
            return;
        }

        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
    }
}
