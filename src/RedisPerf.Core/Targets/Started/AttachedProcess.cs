using System.Diagnostics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>The process of a server that another process of RedisPerf started, for its CPU time and memory.</summary>
internal sealed class AttachedProcess(int id) : IStartedServer
{
    public int? ProcessId => id;

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
            using var process = Process.GetProcessById(id);
            return process.TryRead(figure);
        }
        catch (ArgumentException)
        {
            // The process has ended.
            return null;
        }
    }
}
