using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The process of a server that another process of RedisPerf started, for its CPU time and memory.</summary>
/// <param name="id">The process when it was attached.</param>
/// <param name="processFile">As <see cref="IStartedServer.ProcessFile"/>.</param>
internal sealed class AttachedProcess(int id, string? processFile) : IStartedServer
{
    public int? ProcessId => processFile is null ? id : int.Parse(File.ReadAllText(processFile), CultureInfo.InvariantCulture);

    public string? ProcessFile => processFile;

    public void KillProcess()
    {
        using var process = Process.GetProcessById(ProcessId!.Value);
        ChildProcess.KillAlone(process);
    }

    public TimeSpan? CpuTime => Read(ProcessCpuTime.Of);

    public long? ResidentMemory => Read(process => process.WorkingSet64);

    /// <summary>Only the process that started it reads its exit code.</summary>
    public Reason? EndReason => null;

    public Task WaitForExitAsync(TimeSpan limit, CancellationToken ct) => Task.CompletedTask;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private T? Read<T>(Func<Process, T> figure)
        where T : struct
    {
        try
        {
            using var process = Process.GetProcessById(ProcessId!.Value);
            return process.TryRead(figure);
        }
        catch (ArgumentException)
        {
            // The process has ended.
            return null;
        }
    }
}
