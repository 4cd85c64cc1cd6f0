using System.Diagnostics;

namespace RedisPerf.Web.Tests;

/// <summary>The program as a process of its own, as a user starts it.</summary>
internal sealed class ProgramProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task<string> _errors;
    private readonly List<string> _output = [];

    private ProgramProcess(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync(Ct);
    }

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    public int Id => _process.Id;

    /// <param name="arguments">Of the command line.</param>
    /// <param name="settings">Environment variables.</param>
    public static ProgramProcess Start(string[] arguments, params (string Name, string Value)[] settings)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            WorkingDirectory = AppContext.BaseDirectory,
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

    /// <summary>The address in the one line of a good start.</summary>
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

    /// <summary>As Ctrl+C does.</summary>
    public async Task<(int ExitCode, string[] Output, string Errors)> InterruptAsync()
    {
        await Signals.SendAsync("INT", _process.Id);
        return await EndAsync();
    }

    /// <summary>As the end of all power does: nothing of it runs any more.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(Ct);
    }

    /// <summary>What it left when it has ended by itself.</summary>
    public async Task<(int ExitCode, string[] Output, string Errors)> EndAsync()
    {
        var rest = await _process.StandardOutput.ReadToEndAsync(Ct);
        var errors = await _errors;
        await _process.WaitForExitAsync(Ct);
        return (_process.ExitCode, [.. _output, .. rest.Split('\n', StringSplitOptions.RemoveEmptyEntries)], errors);
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
