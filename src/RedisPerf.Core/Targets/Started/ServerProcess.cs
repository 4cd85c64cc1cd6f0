using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Started;

/// <summary>
/// A server that RedisPerf started on a free loopback port, in its own folder. It ends with this process, even when this process is killed.
/// </summary>
/// <remarks>
/// On Unix a shell starts a watcher and then becomes the server, so the server keeps the shell's process id. The watcher
/// kills the server when this process's end of a pipe closes, which the kernel also does for a killed process. On Windows
/// the server is started directly and keeps running when its owner is killed, until <see cref="TargetCatalogue.RemoveLeftovers"/> at the next start.
/// </remarks>
internal sealed partial class ServerProcess : IStartedServer
{
    // A line on the pipe means that the server has ended and its process id may be reused: the watcher then kills nothing.
    internal const string Wrapper = "exec 3<&0; (trap '' HUP INT TERM; read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec 3<&-; exec \"$@\" </dev/null";

    private const int Attempts = 5;
    private const int KeptLines = 12;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(15);

    private readonly Process _process;
    private readonly ServerFolder _folder;
    private readonly Queue<string> _lines = new();
    private volatile bool _saysReady;
    private int _watcherReleased;

    private ServerProcess(Process process, ServerFolder folder, int port)
    {
        _process = process;
        _folder = folder;
        EndPoint = new IPEndPoint(IPAddress.Loopback, port);
    }

    public IPEndPoint EndPoint { get; }

    public int ProcessId => _process.Id;

    int? IStartedServer.ProcessId => ProcessId;

    public string Folder => _folder.Path;

    public bool HasExited => _process.HasExited;

    /// <summary>User and system; null once it has ended.</summary>
    public TimeSpan? CpuTime => Read(p => p.TotalProcessorTime);

    /// <summary>Bytes; null once it has ended.</summary>
    public long? ResidentMemory => Read(p => p.WorkingSet64);

    /// <summary>The exit code and the last lines of the output; null while it runs.</summary>
    public Reason? EndReason => _process.HasExited ? Reason.Of(ReasonCode.ServerProcessEnded, ("exitCode", _process.ExitCode), ("lines", LastLines())) : null;

    /// <summary>Starts the program and waits until it replies.</summary>
    /// <param name="program">The program.</param>
    /// <param name="name">The target's name, for the folder and the reasons.</param>
    /// <param name="dataFolder">The parent of <c>servers</c>, which contains the server's folder.</param>
    /// <param name="ct">Cancels the start.</param>
    /// <exception cref="TargetException">It did not start or did not reply; the reason has its last lines.</exception>
    public static Task<ServerProcess> StartAsync(ServerProgram program, string name, string dataFolder, CancellationToken ct) =>
        StartAsync(program, name, dataFolder, StartLimit, ct);

    internal static async Task<ServerProcess> StartAsync(ServerProgram program, string name, string dataFolder, TimeSpan limit, CancellationToken ct)
    {
        for (var attempt = 1; ; attempt++)
        {
            var server = Launch(program, name, dataFolder);
            try
            {
                await server.WaitUntilReadyAsync(name, limit, ct).ConfigureAwait(false);
                return server;
            }
            catch (Exception e)
            {
                await server.DisposeAsync().ConfigureAwait(false);
                // Another process took the port before the server started.
                if (e is TargetException && attempt < Attempts && server.LostItsPort())
                {
                    continue;
                }

                throw;
            }
        }
    }

    /// <summary>Waits until it ends, for at most the limit.</summary>
    public async Task WaitForExitAsync(TimeSpan limit, CancellationToken ct)
    {
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(ct);
        giveUp.CancelAfter(limit);
        await _process.WaitForExitAsync(giveUp.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        ct.ThrowIfCancellationRequested();
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.Kill();
        }
        catch (InvalidOperationException)
        {
            // It had ended already.
        }

        // Waits for the end of its output too, which a forked child could hold open.
        await WaitForExitAsync(TimeSpan.FromSeconds(5), CancellationToken.None).ConfigureAwait(false);
        ReleaseWatcher();
        _process.Dispose();
        _folder.Dispose();
    }

    private static ServerProcess Launch(ServerProgram program, string name, string dataFolder)
    {
        var folder = ServerFolder.Create(dataFolder, name);
        var port = FreePort();
        var process = new Process { StartInfo = StartInfo(program, port, folder.Path), EnableRaisingEvents = true };
        var server = new ServerProcess(process, folder, port);
        process.Exited += (_, _) => server.ReleaseWatcher();
        process.OutputDataReceived += (_, e) => server.Keep(e.Data);
        process.ErrorDataReceived += (_, e) => server.Keep(e.Data);
        try
        {
            process.Start();
            folder.Record(process.Id);
        }
        catch (Exception e) when (e is Win32Exception or IOException)
        {
            process.Dispose();
            folder.Dispose();
            throw new TargetException(Reason.Of(ReasonCode.ProgramNotStarted, (Reason.Target, name), ("program", program.Path), ("message", e.Message)), e);
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return server;
    }

    private static ProcessStartInfo StartInfo(ServerProgram program, int port, string folder)
    {
        var start = new ProcessStartInfo
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            CreateNoWindow = true,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (OperatingSystem.IsWindows())
        {
            start.FileName = program.Path;
        }
        else
        {
            // Its own session, where setsid exists: Ctrl+C in a terminal goes to the whole process group, and the job must
            // still be able to remove its keys.
            var ownSession = SearchPath.Find("setsid");
            start.FileName = ownSession ?? "/bin/sh";
            string[] shell = ownSession is null ? ["-c"] : ["/bin/sh", "-c"];
            foreach (var word in (string[])[.. shell, Wrapper, "sh", program.Path])
            {
                start.ArgumentList.Add(word);
            }
        }

        foreach (var word in program.Arguments(port))
        {
            start.ArgumentList.Add(word);
        }

        // The settings of this process's runtime (collector, profiler, hot reload) must not affect the server under test.
        foreach (var variable in start.Environment.Keys.Where(IsForOurRuntime).ToList())
        {
            start.Environment.Remove(variable);
        }

        foreach (var (variable, value) in program.Variables ?? new Dictionary<string, string>())
        {
            start.Environment[variable] = value;
        }

        return start;
    }

    private static bool IsForOurRuntime(string variable) =>
        (variable.StartsWith("DOTNET_", StringComparison.OrdinalIgnoreCase) && !variable.StartsWith("DOTNET_ROOT", StringComparison.OrdinalIgnoreCase))
        || variable.StartsWith("COMPlus_", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("CORECLR_", StringComparison.OrdinalIgnoreCase);

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private async Task WaitUntilReadyAsync(string name, TimeSpan startLimit, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(startLimit);
        var answeredAt = 0L;
        try
        {
            while (true)
            {
                if (_process.HasExited)
                {
                    await _process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
                    throw new TargetException(Reason.Of(ReasonCode.ServerNotStarted, (Reason.Target, name), ("cause", EndReason)));
                }

                // A reply may come from another server that took the port first. Then this one ends soon, without a line
                // that it is ready. A server that writes no such line is accepted after one second.
                if (answeredAt == 0 && await AnswersAsync(limit.Token).ConfigureAwait(false))
                {
                    answeredAt = Stopwatch.GetTimestamp();
                }

                if (answeredAt != 0 && (_saysReady || Stopwatch.GetElapsedTime(answeredAt) > TimeSpan.FromSeconds(1)))
                {
                    return;
                }

                await Task.Delay(20, limit.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TargetException(Reason.Of(ReasonCode.ServerNotReady, (Reason.Target, name), ("seconds", startLimit.TotalSeconds), ("lines", LastLines())));
        }
    }

    private async Task<bool> AnswersAsync(CancellationToken ct)
    {
        try
        {
            await using var connection = await RespConnection.OpenAsync(EndPoint, null, null, ct).ConfigureAwait(false);
            var reply = await connection.AskAsync(ct, "PING").ConfigureAwait(false);
            return !reply.IsError || reply.Text!.StartsWith("NOAUTH", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            return false;
        }
    }

    private bool LostItsPort()
    {
        lock (_lines)
        {
            return _lines.Any(l => l.Contains("in use", StringComparison.OrdinalIgnoreCase));
        }
    }

    private string? LastLines()
    {
        lock (_lines)
        {
            return _lines.Count == 0 ? null : string.Join(" | ", _lines);
        }
    }

    private void Keep(string? line)
    {
        var text = line is null ? "" : ColourCodes().Replace(line, "").Trim();
        if (text.Length == 0)
        {
            return;
        }

        if (text.Contains("Ready to accept connections", StringComparison.OrdinalIgnoreCase))
        {
            _saysReady = true;
        }

        lock (_lines)
        {
            _lines.Enqueue(text);
            if (_lines.Count > KeptLines)
            {
                _lines.Dequeue();
            }
        }
    }

    private void ReleaseWatcher()
    {
        if (OperatingSystem.IsWindows() || Interlocked.Exchange(ref _watcherReleased, 1) != 0)
        {
            return;
        }

        try
        {
            _process.StandardInput.WriteLine();
            _process.StandardInput.Flush();
        }
        catch (IOException)
        {
            // The watcher is gone already.
        }
    }

    private T? Read<T>(Func<Process, T> figure)
        where T : struct
    {
        try
        {
            _process.Refresh();
            return _process.HasExited ? null : figure(_process);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    [GeneratedRegex(@"\x1B\[[0-9;]*[A-Za-z]")]
    private static partial Regex ColourCodes();
}
