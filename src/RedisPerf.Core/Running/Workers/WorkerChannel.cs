using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running.Workers;

/// <summary>A worker process and its standard streams. It ends when its standard input ends, so it ends with this process.</summary>
internal sealed class WorkerChannel : IAsyncDisposable
{
    private static readonly TimeSpan ExitLimit = TimeSpan.FromSeconds(2);

    private readonly Process _process;
    private readonly ServerOutput _errors = new();
    private readonly Lock _sending = new();

    private WorkerChannel(Process process)
    {
        _process = process;
        process.ErrorDataReceived += (_, e) => _errors.Add(e.Data);
    }

    /// <param name="program">The path of the program.</param>
    /// <param name="cores">The cores that it uses; null for all.</param>
    /// <exception cref="TargetException">The program cannot be started.</exception>
    public static WorkerChannel Start(string program, string? cores)
    {
        // Without the program, taskset would start and end, and the reason would not name it.
        string[] words = File.Exists(program) ? [.. CoreChoice.Prefix(cores), program] : [program];
        var start = ChildProcess.StartInfo(words[0], words[1..]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        OwnRuntime.AddTo(start.Environment);
        var channel = new WorkerChannel(new() { StartInfo = start });
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

    /// <summary>Sends a command. If the process has ended, <see cref="ReadAsync"/> reports it.</summary>
    public void Send(WorkerCommand command)
    {
        try
        {
            lock (_sending)
            {
                _process.StandardInput.WriteLine(JsonSerializer.Serialize(command, ModelJson.Options));
                _process.StandardInput.Flush();
            }
        }
        catch (IOException)
        {
            // The pipe is broken.
        }
    }

    /// <summary>The next reply; null when the process has ended.</summary>
    public async Task<WorkerReply?> ReadAsync() =>
        await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line ? JsonSerializer.Deserialize<WorkerReply>(line, ModelJson.Options) : null;

    /// <summary>Ends the process, if it has not ended already.</summary>
    /// <param name="isEnded">Whether the output has ended, so that the process is about to end.</param>
    /// <returns>How it ended.</returns>
    public async Task<Reason> KillAsync(bool isEnded)
    {
        if (isEnded)
        {
            await _process.WaitForExitAsync(ExitLimit, CancellationToken.None).ConfigureAwait(false);
        }

        Kill();
        await _process.WaitForExitAsync(ExitLimit, CancellationToken.None).ConfigureAwait(false);
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
