using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Samples processes with the program <c>perf</c> of Linux, which reads their stacks without frame pointers. The rights that
/// the kernel gives the user of the processes are enough.</summary>
internal sealed class PerfSampler : IProcessSampler
{
    public const string Name = "perf";

    /// <summary>Samples per second; an odd number, so that it does not follow a timer.</summary>
    private const int Frequency = 499;

    /// <summary>Bytes of the stack that are copied with each sample, from which the kernel's caller finds the frames.</summary>
    private const int StackBytes = 8_192;

    private const int Interrupt = 2;

    private const string Setting = "/proc/sys/kernel/perf_event_paranoid";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(60);

    private readonly string _program;
    private readonly string _folder;
    private readonly Process _process;
    private readonly ServerOutput _output = new();

    private PerfSampler(string program, string folder, IEnumerable<int> processes)
    {
        (_program, _folder) = (program, folder);
        var start = StartOf("record", "--call-graph", $"dwarf,{StackBytes}", "--clockid", "mono", "--event", "cpu-clock", "--freq",
            $"{Frequency}", "--output", DataFile, "--pid", string.Join(',', processes));
        _process = new() { StartInfo = start };
        _process.OutputDataReceived += (_, line) => _output.Add(line.Data);
        _process.ErrorDataReceived += (_, line) => _output.Add(line.Data);
    }

    private string DataFile => Path.Combine(_folder, "samples.perf");

    /// <param name="program">The path of perf; null where it is not installed.</param>
    /// <exception cref="TargetException">It is missing, or it may not sample.</exception>
    public static async Task<PerfSampler> StartAsync(string? program, IReadOnlyCollection<int> processes, CancellationToken ct)
    {
        if (program is null)
        {
            throw new TargetException(Reason.Of(ReasonCode.PerfMissing));
        }

        var sampler = new PerfSampler(program, Directory.CreateTempSubdirectory("redisperf-profile-").FullName, processes);
        try
        {
            await sampler.StartAsync(ct).ConfigureAwait(false);
            return sampler;
        }
        catch
        {
            await sampler.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    public async Task StopAsync()
    {
        if (!_process.HasExited)
        {
            _ = Signal(_process.Id, Interrupt);
        }

        await _process.WaitForExitAsync(EndLimit, CancellationToken.None).ConfigureAwait(false);
        if (!_process.HasExited || !File.Exists(DataFile))
        {
            throw Refusal();
        }
    }

    public async Task<ProcessProfile> ReadAsync(IReadOnlyList<TimeWindow> windows, StackLimit limit)
    {
        using var script = new Process
        { StartInfo = StartOf("script", "--input", DataFile, "--no-inline", "--ns", "--fields", "tid,time,ip,sym,dso") };
        script.Start();
        script.BeginErrorReadLine();
        var stacks = new FoldedStacks();
        await foreach (var (at, frames) in PerfScript.ReadAsync(script.StandardOutput).ConfigureAwait(false))
        {
            if (windows.Any(window => window.Contains(at)))
            {
                stacks.Add(frames, 1.0 / Frequency);
            }
        }

        await script.WaitForExitAsync(EndLimit, CancellationToken.None).ConfigureAwait(false);
        return new()
        {
            Sampler = Name,
            Seconds = windows.Sum(window => window.Seconds),
            Samples = stacks.Count,
            Stacks = stacks.ToText(limit),
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_process.TryRead(process => process.HasExited) is false)
        {
            ChildProcess.Kill(_process);
            await _process.WaitForExitAsync(StartLimit, CancellationToken.None).ConfigureAwait(false);
        }

        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task StartAsync(CancellationToken ct)
    {
        try
        {
            _process.Start();
        }
        catch (Win32Exception exception)
        {
            throw new TargetException(Reason.Of(ReasonCode.PerfRefused, ("message", exception.Message)), exception);
        }

        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        // It writes the header of its file when it samples.
        for (var started = Stopwatch.GetTimestamp(); new FileInfo(DataFile) is not { Exists: true, Length: > 0 };)
        {
            if (_process.HasExited || Stopwatch.GetElapsedTime(started) > StartLimit)
            {
                await _process.WaitForExitAsync(StartLimit, ct).ConfigureAwait(false);
                throw Refusal();
            }

            await Task.Delay(10, ct).ConfigureAwait(false);
        }
    }

    // perf explains the setting in 15 lines.
    private TargetException Refusal() => new(_output.LastLines is { } lines && lines.Contains("perf_event_paranoid", StringComparison.Ordinal)
        ? Reason.Of(ReasonCode.PerfNotPermitted, ("level", File.ReadAllText(Setting).Trim()))
        : Reason.Of(ReasonCode.PerfRefused, ("message", _output.LastLines ?? "no message")));

    private ProcessStartInfo StartOf(params string[] arguments)
    {
        var start = ChildProcess.StartInfo(_program, arguments);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        start.Environment["LC_ALL"] = "C";
        return start;
    }

    // perf writes its file when it is interrupted, as from a terminal.
    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Signal(int process, int signal);
}
