using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The end of the node of a worker process: a line of its standard streams for each message. The process ends with its standard
/// input, so with this process.</summary>
internal sealed class ProcessLink : IWorkerLink
{
    private static readonly TimeSpan ExitLimit = TimeSpan.FromSeconds(2);

    private readonly Process _process;
    private readonly ServerOutput _errors = new();
    private readonly Lock _sending = new();

    private ProcessLink(Process process)
    {
        _process = process;
        process.ErrorDataReceived += (_, e) => _errors.Add(e.Data);
    }

    public int ProcessId => _process.Id;

    /// <param name="program">The path of the program.</param>
    /// <param name="cores">The cores that it uses; null for all.</param>
    /// <param name="heapLimit">Maximum bytes of its managed objects, for code that can allocate without bound; null without a limit.</param>
    /// <exception cref="TargetException">The program cannot be started.</exception>
    public static ProcessLink Start(string program, string? cores, long? heapLimit = null)
    {
        // Without the program, taskset would start and end, and the reason would not name it.
        string[] words = File.Exists(program) ? [.. CoreChoice.Prefix(cores), program] : [program];
        var start = ChildProcess.StartInfo(words[0], words[1..]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        OwnRuntime.AddTo(start.Environment);
        if (heapLimit is { } limit)
        {
            start.Environment["DOTNET_GCHeapHardLimit"] = limit.ToString("x", CultureInfo.InvariantCulture);
        }

        var channel = new ProcessLink(new() { StartInfo = start });
        try
        {
            channel._process.Start();
        }
        catch (Win32Exception exception)
        {
            channel._process.Dispose();
            throw new TargetException(Reason.Of(ReasonCode.WorkerNotStarted, ("program", program), ("message", exception.Message)), exception);
        }

        channel._process.BeginErrorReadLine();
        return channel;
    }

    /// <summary>Sends a message. If the process has ended, <see cref="ReadAsync"/> reports it.</summary>
    public Task SendAsync(string message, CancellationToken ct)
    {
        try
        {
            lock (_sending)
            {
                _process.StandardInput.WriteLine(message);
                _process.StandardInput.Flush();
            }
        }
        catch (IOException)
        {
            // The pipe is broken.
        }

        return Task.CompletedTask;
    }

    /// <exception cref="TargetException">The process has ended; the reason is how.</exception>
    public async Task<string?> ReadAsync(CancellationToken ct)
    {
        // The read of a pipe may ignore its token.
        var line = await _process.StandardOutput.ReadLineAsync(CancellationToken.None).AsTask().WaitAsync(ct).ConfigureAwait(false);
        return line ?? throw new TargetException(await FindEndAsync().ConfigureAwait(false));
    }

    /// <summary>Ends a process that does not reply.</summary>
    public async Task KillAsync()
    {
        Kill();
        await _process.WaitForExitAsync(ExitLimit, CancellationToken.None).ConfigureAwait(false);
    }

    // Its output has ended, so it is about to end.
    private async Task<Reason> FindEndAsync()
    {
        await _process.WaitForExitAsync(ExitLimit, CancellationToken.None).ConfigureAwait(false);
        await KillAsync().ConfigureAwait(false);
        return Reason.Of(ReasonCode.WorkerEnded, ("exitCode", _process.HasExited ? _process.ExitCode : null), ("lines", _errors.LastLines));
    }

    /// <summary>Lets the process end, and kills it when it does not.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The pipe is broken.
        }

        await _process.WaitForExitAsync(ExitLimit, CancellationToken.None).ConfigureAwait(false);
        Kill();
        _process.Dispose();
    }

    private void Kill()
    {
        if (!_process.HasExited)
        {
            ChildProcess.Kill(_process);
        }
    }
}
