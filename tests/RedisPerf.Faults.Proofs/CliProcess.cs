using System.Diagnostics;
using System.Globalization;

namespace RedisPerf.Faults.Proofs;

/// <summary>The <c>redisperf</c> command in a separate process.</summary>
internal sealed class CliProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task<string> _errors;

    private CliProcess(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
    }

    public int Id => _process.Id;

    /// <param name="line">The arguments, separated by spaces.</param>
    public static CliProcess Start(string dataFolder, string line)
    {
        var program = Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "redisperf.exe" : "redisperf");
        var start = new ProcessStartInfo(program, line.Split(' '))
        { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["RedisPerf__Data"] = dataFolder;
        return new(Process.Start(start)!);
    }

    /// <summary>Waits for a question.</summary>
    public async Task UntilAskedAsync(string start)
    {
        var text = "";
        while (!text.Contains(start, StringComparison.Ordinal))
        {
            var read = new char[256];
            var count = await _process.StandardOutput.ReadAsync(read, TestContext.Current.CancellationToken);
            count.ShouldBePositive();
            text += new string(read, 0, count);
        }
    }

    /// <summary>Waits for the end, after the answer to a question if there is one.</summary>
    public async Task<(int ExitCode, string Output, string Errors)> EndAsync(string? answer = null)
    {
        if (answer is not null)
        {
            await _process.StandardInput.WriteLineAsync(answer);
        }

        var output = await _process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (_process.ExitCode, output, await _errors);
    }

    /// <summary>Sends a signal to the process and to its worker.</summary>
    public async Task SignalAsync(string signal)
    {
        // Each thread has its own children.
        var children = Directory.GetDirectories($"/proc/{Id}/task")
            .SelectMany(thread => File.ReadAllText(Path.Combine(thread, "children")).Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToArray();
        children.Length.ShouldBe(1);
        await Signals.SendAsync(signal, int.Parse(children[0], CultureInfo.InvariantCulture));
        await Signals.SendAsync(signal, Id);
    }

    public async Task KillAsync()
    {
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync(CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            await KillAsync();
        }

        _process.Dispose();
    }
}
