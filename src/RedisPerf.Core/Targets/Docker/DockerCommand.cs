using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The <c>docker</c> command line, each call with a limit: an engine that hangs must not make anything else hang.</summary>
/// <param name="host">The engine's socket, as in <c>unix:///run/docker.sock</c>; null where Docker's own settings lead.</param>
internal sealed class DockerCommand(string? host = null)
{
    /// <summary>Said where the machine has no such command.</summary>
    public const string NotInstalled = "There is no docker command on the PATH of this machine.";

    /// <summary>For what the engine answers from its memory.</summary>
    public static readonly TimeSpan Moment = TimeSpan.FromSeconds(1.5);

    /// <summary>For what starts or ends a container.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // A download tells of each layer when it begins and ends, and a layer may be large.
    private static readonly TimeSpan Silence = TimeSpan.FromMinutes(10);

    /// <summary>Runs one command and returns what it wrote to its standard output.</summary>
    /// <exception cref="TargetException">There is no such command, it did not end in time, or it failed: then with Docker's own last line.</exception>
    public async Task<string> RunAsync(TimeSpan limit, CancellationToken ct, params string[] arguments)
    {
        using var process = Start(arguments);
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(ct);
        giveUp.CancelAfter(limit);
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(giveUp.Token);
            var trouble = await process.StandardError.ReadToEndAsync(giveUp.Token).ConfigureAwait(false);
            await process.WaitForExitAsync(giveUp.Token).ConfigureAwait(false);
            return process.ExitCode == 0 ? await output.ConfigureAwait(false) : throw new TargetException(Sentence(trouble));
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TargetException($"Docker did not answer within {limit.TotalSeconds:0.#} seconds.");
        }
        finally
        {
            End(process);
        }
    }

    /// <summary>Runs one command that takes long, and hands over its lines as they come.</summary>
    /// <exception cref="TargetException">As <see cref="RunAsync"/>; the limit is between two lines.</exception>
    public async IAsyncEnumerable<string> FollowAsync(string[] arguments, [EnumeratorCancellation] CancellationToken ct)
    {
        using var process = Start(arguments);
        try
        {
            var trouble = process.StandardError.ReadToEndAsync(ct);
            while (await NextAsync(process, ct).ConfigureAwait(false) is { } line)
            {
                yield return line;
            }

            var told = await trouble.ConfigureAwait(false);
            await process.WaitForExitAsync(ct).ConfigureAwait(false);
            if (process.ExitCode != 0)
            {
                throw new TargetException(Sentence(told));
            }
        }
        finally
        {
            End(process);
        }
    }

    /// <summary>Docker's last line as a sentence: what it says before is what it was doing.</summary>
    internal static string Sentence(string trouble)
    {
        var line = trouble.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .LastOrDefault(line => !line.StartsWith("See 'docker", StringComparison.Ordinal) && !line.StartsWith("Run 'docker", StringComparison.Ordinal));
        return line switch
        {
            null => "Docker failed and did not say why.",
            _ when line.EndsWith('.') || line.EndsWith('?') => $"Docker says: {line}",
            _ => $"Docker says: {line}.",
        };
    }

    private static async Task<string?> NextAsync(Process process, CancellationToken ct)
    {
        try
        {
            return await process.StandardOutput.ReadLineAsync(ct).AsTask().WaitAsync(Silence, ct).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new TargetException($"Docker told nothing for {Silence.TotalMinutes:0} minutes.");
        }
    }

    private Process Start(string[] arguments)
    {
        var program = SearchPath.Find("docker") ?? throw new TargetException(NotInstalled);
        try
        {
            return Process.Start(new ProcessStartInfo(program, host is null ? arguments : ["--host", host, .. arguments])
            {
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = Encoding.UTF8,
                StandardErrorEncoding = Encoding.UTF8,
            })!;
        }
        catch (Win32Exception e)
        {
            throw new TargetException($"The docker command could not be started: {e.Message}", e);
        }
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill();
        }
        catch (InvalidOperationException)
        {
            // It had ended already.
        }
    }
}
