using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A server that RedisPerf started on a free loopback port, in its own folder. It ends with this process, as
/// <see cref="ServerStartInfo"/> describes.</summary>
internal sealed class ServerProcess : IStartedServer
{
    private const string ProcessFileName = "process";
    private const int Attempts = 5;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(15);

    /// <summary>The exit code of a process that was killed.</summary>
    private const int Killed = 128 + 9;

    private readonly ServerProgram _program;
    private readonly ServerFolder _folder;
    private readonly ServerOutput _output = new();

    // The disposal and the end of the process, which starts it again, exclude each other.
    private readonly Lock _life = new();
    private Process _process;
    private StreamWriter? _watcher;
    private bool _isDisposed;

    private ServerProcess(ServerProgram program, ServerFolder folder, IPEndPoint endPoint, string? certificate)
    {
        _program = program;
        _folder = folder;
        _process = CreateProcess(program, endPoint.Port, folder);
        EndPoint = endPoint;
        Address = ServerAddress.Of(endPoint, certificate);
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>The address, with the certificate of a server with TLS.</summary>
    public ServerAddress Address { get; }

    public int ProcessId => _process.Id;

    int? IStartedServer.ProcessId => ProcessId;

    string? IStartedServer.Folder => Folder;

    /// <inheritdoc/>
    public string Folder => _folder.Path;

    public string? ProcessFile => _program.Restarts && !OperatingSystem.IsWindows() ? Path.Combine(Folder, ProcessFileName) : null;

    public bool HasExited => _process.HasExited;

    /// <summary>User and system; null once it has ended.</summary>
    public TimeSpan? CpuTime => _process.TryRead(ProcessCpuTime.Of);

    /// <summary>Bytes; null once it has ended.</summary>
    public long? ResidentMemory => _process.TryRead(p => p.WorkingSet64);

    /// <summary>The exit code and the last lines of the output; null while it runs.</summary>
    public Reason? EndReason =>
        _process.HasExited ? Reason.Of(ReasonCode.ServerProcessEnded, ("exitCode", _process.ExitCode), ("lines", _output.LastLines)) : null;

    /// <summary>Starts the program and waits until it replies.</summary>
    /// <param name="name">The target's name, for the folder and the reasons.</param>
    /// <param name="dataFolder">The parent of <c>servers</c>, which contains the server's folder.</param>
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
                await server.WaitUntilReadyAsync(program, name, limit, ct).ConfigureAwait(false);
                return server;
            }
            catch (Exception e)
            {
                await server.DisposeAsync().ConfigureAwait(false);
                // Another process took the port before the server started.
                if (e is TargetException && attempt < Attempts && server._output.ReportsPortInUse)
                {
                    continue;
                }

                throw;
            }
        }
    }

    /// <summary>Waits until it ends, for at most the limit.</summary>
    public Task WaitForExitAsync(TimeSpan limit, CancellationToken ct) => _process.WaitForExitAsync(limit, ct);

    /// <summary>Only the server: a child process that saves its data is not a part of it.</summary>
    public void KillProcess() => ChildProcess.KillAlone(_process);

    public async ValueTask DisposeAsync()
    {
        lock (_life)
        {
            _isDisposed = true;
        }

        try
        {
            ChildProcess.Kill(_process);
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
        var certificate = program.UsesTls ? CreateCertificate(folder) : null;
        var port = LoopbackPort.FindFree();
        var server = new ServerProcess(program, folder, new IPEndPoint(IPAddress.Loopback, port), certificate);
        try
        {
            server.Start();
        }
        catch (Exception e) when (e is Win32Exception or IOException)
        {
            server._process.Dispose();
            folder.Dispose();
            throw new TargetException(
                Reason.Of(ReasonCode.ProgramNotStarted, (Reason.Target, name), ("program", program.Path), ("message", e.Message)), e);
        }

        return server;
    }

    private static Process CreateProcess(ServerProgram program, int port, ServerFolder folder) =>
        new() { StartInfo = ServerStartInfo.Of(program, port, folder.Path) };

    private void Start()
    {
        _process.OutputDataReceived += (_, e) => _output.Add(e.Data);
        _process.ErrorDataReceived += (_, e) => _output.Add(e.Data);
        _process.Start();
        _folder.Record(_process.Id);
        if (ProcessFile is { } file)
        {
            // Another process reads it at any time.
            File.WriteAllText($"{file}.new", _process.Id.ToString(CultureInfo.InvariantCulture));
            File.Move($"{file}.new", file, overwrite: true);
        }

        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        WatchEnd();
    }

    // A process that ends by itself has failed.
    private void RestartIfKilled(Process ended)
    {
        lock (_life)
        {
            if (_isDisposed || ProcessFile is null || ended.ExitCode != Killed)
            {
                return;
            }

            _process = CreateProcess(_program, EndPoint.Port, _folder);
            try
            {
                Start();
                // The properties are now those of the new process.
                ended.Dispose();
            }
            catch (Exception exception) when (exception is Win32Exception or IOException)
            {
                _output.Add(exception.Message);
                _process.Dispose();
                _process = ended;
            }
        }
    }

    private static string CreateCertificate(ServerFolder folder)
    {
        try
        {
            return ServerCertificate.CreateIn(folder.Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            folder.Dispose();
            throw new TargetException(Reason.Of(ReasonCode.ServerFolderFailed, ("message", e.Message)), e);
        }
    }

    private async Task WaitUntilReadyAsync(ServerProgram program, string name, TimeSpan startLimit, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(startLimit);
        var answers = false;
        try
        {
            while (true)
            {
                if (_process.HasExited)
                {
                    await _process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
                    throw new TargetException(program.Given.FindRefusal(program.Version, _output.LastLines)
                        ?? Reason.Of(ReasonCode.ServerNotStarted, (Reason.Target, name), ("cause", EndReason)));
                }

                // A reply may come from another server that took the port first. Then this one ends, without a line that it is
                // ready. A server that writes no such line is accepted at the limit.
                answers = answers || await RespondsAsync(limit.Token).ConfigureAwait(false);
                if (answers && _output.ReportsReady)
                {
                    return;
                }

                await Task.Delay(20, limit.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            if (answers && !_process.HasExited)
            {
                return;
            }

            throw new TargetException(
                Reason.Of(ReasonCode.ServerNotReady, (Reason.Target, name), ("seconds", startLimit.TotalSeconds), ("lines", _output.LastLines)));
        }
    }

    private async Task<bool> RespondsAsync(CancellationToken ct)
    {
        try
        {
            await using var connection = await RespConnection.OpenAsync(EndPoint, null, Address.Tls, ct).ConfigureAwait(false);
            var reply = await connection.QueryAsync(ct, "PING").ConfigureAwait(false);
            return !reply.IsError || reply.Text!.StartsWith("NOAUTH", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is SocketException or IOException or AuthenticationException)
        {
            return false;
        }
    }

    // Events are raised only from here on: the end of a process that ends during its start would otherwise be handled before
    // its standard input exists. The end of one that has already ended is still raised.
    private void WatchEnd()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var process = _process;
        _watcher = process.StandardInput;
        process.Exited += (_, _) =>
        {
            ReleaseWatcher();
            RestartIfKilled(process);
        };
        _process.EnableRaisingEvents = true;
    }

    // The end of the process and its disposal can call this at the same time.
    private void ReleaseWatcher()
    {
        if (Interlocked.Exchange(ref _watcher, null) is not { } watcher)
        {
            return;
        }

        try
        {
            using (watcher)
            {
                watcher.WriteLine();
            }
        }
        catch (IOException)
        {
            // The watcher has already ended.
        }
    }
}
