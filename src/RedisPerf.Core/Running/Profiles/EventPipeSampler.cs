using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Samples a process of .NET through its diagnostic port, which only the user of the process can open. The names of its methods
/// follow at the end of the session.</summary>
internal sealed class EventPipeSampler : IProcessSampler
{
    public const string Name = "EventPipe";

    /// <summary>The keyword of the collector, whose verbose events have the type of one allocation in about 100 KB.</summary>
    private const long GarbageCollector = 0x1;

    private const int BufferMegabytes = 64;
    private const int MaximumTypes = 40;

    // The names of all methods are written at the end.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(30);

    private readonly EventPipeSession _session;
    private readonly string _folder;
    private readonly FileStream _file;
    private readonly Task _copy;

    private EventPipeSampler(EventPipeSession session, string folder)
    {
        (_session, _folder) = (session, folder);
        _file = File.Create(TraceFile);
        _copy = session.EventStream.CopyToAsync(_file);
    }

    private string TraceFile => Path.Combine(_folder, "samples.nettrace");

    /// <summary>Whether a process has a diagnostic port.</summary>
    public static bool CanSample(int process) => DiagnosticsClient.GetPublishedProcesses().Contains(process);

    /// <exception cref="TargetException">The process cannot be sampled.</exception>
    public static async Task<EventPipeSampler> StartAsync(int process, CancellationToken ct)
    {
        EventPipeProvider[] providers =
        [
            new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
            new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, GarbageCollector),
        ];
        try
        {
            var session = await new DiagnosticsClient(process)
                .StartEventPipeSessionAsync(providers, requestRundown: true, BufferMegabytes, ct).ConfigureAwait(false);
            return new(session, Directory.CreateTempSubdirectory("redisperf-profile-").FullName);
        }
        catch (Exception exception) when (IsOfSession(exception))
        {
            throw Failure(exception);
        }
    }

    public async Task StopAsync()
    {
        try
        {
            await _session.StopAsync(CancellationToken.None).WaitAsync(EndLimit).ConfigureAwait(false);
            await _copy.WaitAsync(EndLimit).ConfigureAwait(false);
            await _file.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (IsOfSession(exception))
        {
            throw Failure(exception);
        }
    }

    public Task<ProcessProfile> ReadAsync(IReadOnlyList<TimeWindow> windows, StackLimit limit) => Task.Run(() =>
    {
        try
        {
            using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(TraceFile));
            return Read(log, windows, limit);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The file of a process that ended, or of a newer runtime.
            throw Failure(exception);
        }
    });

    public async ValueTask DisposeAsync()
    {
        _session.Dispose();
        await _copy.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _file.DisposeAsync().ConfigureAwait(false);
        Directory.Delete(_folder, recursive: true);
    }

    private static ProcessProfile Read(TraceLog log, IReadOnlyList<TimeWindow> windows, StackLimit limit)
    {
        var (threads, samples, allocated) = (new Dictionary<int, long>(), new List<string[]>(), new Dictionary<string, long>());
        var names = new Dictionary<CodeAddressIndex, string>();
        var source = log.Events.GetSource();
        new SampleProfilerTraceEventParser(source).ThreadSample += sample =>
        {
            if (!IsIn(windows, sample))
            {
                return;
            }

            threads[sample.ThreadID] = threads.GetValueOrDefault(sample.ThreadID) + 1;
            var frames = FramesOf(sample.CallStack(), names);
            if (!WaitingFrames.AreOfWaitingThread(frames, sample.Type == ClrThreadSampleType.Managed))
            {
                samples.Add(frames);
            }
        };
        source.Clr.GCAllocationTick += tick =>
        {
            if (IsIn(windows, tick))
            {
                var type = MethodName.Shorten(tick.TypeName);
                allocated[type] = allocated.GetValueOrDefault(type) + tick.AllocationAmount64;
            }
        };
        source.Process();

        // The sampler stops the process for each sample, so its interval is longer than it is set. The thread with the most samples has
        // one of each interval.
        var seconds = windows.Sum(window => window.Seconds);
        var interval = threads.Count == 0 ? 0 : seconds / threads.Values.Max();
        var stacks = new FoldedStacks();
        foreach (var frames in samples)
        {
            stacks.Add(frames, interval);
        }

        return new()
        {
            Sampler = Name,
            Seconds = seconds,
            Samples = stacks.Count,
            Stacks = stacks.ToText(limit),
            Allocations =
                [.. allocated.OrderByDescending(type => type.Value).Take(MaximumTypes).Select(type => new AllocatedType(type.Key, type.Value))],
        };
    }

    // Frames without a name are stubs of the runtime.
    private static string[] FramesOf(TraceCallStack? stack, Dictionary<CodeAddressIndex, string> names)
    {
        var frames = new List<string>();
        for (; stack is not null; stack = stack.Caller)
        {
            var address = stack.CodeAddress;
            if (!names.TryGetValue(address.CodeAddressIndex, out var name))
            {
                names[address.CodeAddressIndex] = name = MethodName.Shorten(address.FullMethodName ?? "");
            }

            if (name.Length > 0)
            {
                frames.Add(name);
            }
        }

        return [.. frames];
    }

    private static bool IsIn(IReadOnlyList<TimeWindow> windows, TraceEvent sample)
    {
#pragma warning disable CS0618 // Discouraged for events of several machines. It is the timestamp of Stopwatch, which the run has too.
        var at = sample.TimeStampQPC;
#pragma warning restore CS0618
        return windows.Any(window => window.Contains(at));
    }

    private static bool IsOfSession(Exception exception) =>
        exception is DiagnosticsClientException or IOException or UnauthorizedAccessException or TimeoutException or InvalidOperationException
            or EndOfStreamException or ArgumentException;

    private static TargetException Failure(Exception exception) =>
        new(Reason.Of(ReasonCode.ProfilerFailed, ("sampler", Name), ("message", exception.Message)), exception);
}
