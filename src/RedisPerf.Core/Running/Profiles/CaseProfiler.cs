using System.Diagnostics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Running.Profiles;

/// <summary>Profiles one run: samples its worker and its server from the first time that the run is ready, before its clock starts. A
/// profiler that fails costs its side of the profile only.</summary>
/// <param name="worker">The process id of the worker; null when it has no process on this machine.</param>
/// <param name="server">The server of the case.</param>
internal sealed class CaseProfiler(int? worker, TargetServer server) : IRunBarrier, IAsyncDisposable
{
    /// <summary>A longer run is profiled for this time, which is enough for its shares.</summary>
    private static readonly TimeSpan MaximumTime = TimeSpan.FromSeconds(20);

    /// <summary>The time that a profile takes in addition to its run: the names of all methods of the worker are written, and the samples are
    /// read.</summary>
    public const double ExpectedSeconds = 2;

    private readonly CancellationTokenSource _ended = new();
    private Side? _client;
    private Side? _server;

    public async Task<long?> SignalAndWaitAsync(RunStage stage, CancellationToken ct)
    {
        if (stage == RunStage.Ready && _client is null)
        {
            _client = await Side.StartAsync(() => StartClientAsync(ct)).ConfigureAwait(false);
            _server = await Side.StartAsync(() => StartServerAsync(ct)).ConfigureAwait(false);
            _ = EndAfterAsync(MaximumTime);
        }

        return null;
    }

    /// <summary>The profile of the run.</summary>
    /// <param name="slices">All slices of the run, which are ok.</param>
    public async Task<CaseProfile> ReadAsync(CaseKey key, IReadOnlyList<SliceResult> slices, StackLimit limit)
    {
        await StopAsync().ConfigureAwait(false);
        TimeWindow[] windows = [.. slices.Select(TimeWindow.Of)];
        var client = await _client!.ReadAsync(windows, limit).ConfigureAwait(false);
        return new(key, client, await _server!.ReadAsync(windows, limit).ConfigureAwait(false));
    }

    public async ValueTask DisposeAsync()
    {
        await _ended.CancelAsync().ConfigureAwait(false);
        foreach (var side in new[] { _client, _server }.OfType<Side>())
        {
            await side.DisposeAsync().ConfigureAwait(false);
        }

        _ended.Dispose();
    }

    private async Task<IProcessSampler> StartClientAsync(CancellationToken ct) => worker is { } process
        ? await EventPipeSampler.StartAsync(process, ct).ConfigureAwait(false)
        : throw new TargetException(Reason.Of(ReasonCode.ProfileNeedsWorker));

    private async Task<IProcessSampler> StartServerAsync(CancellationToken ct)
    {
        var processes = server.ProcessIds;
        return processes.Count == 0 ? throw new TargetException(Reason.Of(ReasonCode.ServerNotOurs, (Reason.Target, server.Name)))
            : processes is [var only] && EventPipeSampler.CanSample(only) ? await EventPipeSampler.StartAsync(only, ct).ConfigureAwait(false)
            : await PerfSampler.StartAsync(OperatingSystem.IsLinux() ? SearchPath.Find("perf") : null, processes, ct).ConfigureAwait(false);
    }

    private async Task EndAfterAsync(TimeSpan time)
    {
        await Task.Delay(time, _ended.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (!_ended.IsCancellationRequested)
        {
            await StopAsync().ConfigureAwait(false);
        }
    }

    private Task StopAsync() => Task.WhenAll(_client!.StopAsync(), _server!.StopAsync());

    /// <summary>A sampler, or the reason why it failed.</summary>
    private sealed class Side : IAsyncDisposable
    {
        private readonly Lazy<Task> _stop;
        private IProcessSampler? _sampler;
        private Reason? _missing;
        private long _start;
        private long _end;

        private Side() => _stop = new(StopOnceAsync);

        public static async Task<Side> StartAsync(Func<Task<IProcessSampler>> startAsync)
        {
            var side = new Side();
            try
            {
                side._sampler = await startAsync().ConfigureAwait(false);
            }
            catch (TargetException exception)
            {
                side._missing = exception.Reason;
            }

            side._start = Stopwatch.GetTimestamp();
            return side;
        }

        public Task StopAsync() => _stop.Value;

        public async Task<ProcessProfile> ReadAsync(IReadOnlyList<TimeWindow> windows, StackLimit limit)
        {
            if (_missing is not null)
            {
                return ProcessProfile.Without(_missing);
            }

            try
            {
                TimeWindow[] sampled = [.. windows.Select(window => window.Within(new(_start, _end))).Where(window => window.Seconds > 0)];
                var profile = await _sampler!.ReadAsync(sampled, limit).ConfigureAwait(false);
                return profile.Samples == 0 ? ProcessProfile.Without(Reason.Of(ReasonCode.NoSamples, ("seconds", profile.Seconds))) : profile;
            }
            catch (TargetException exception)
            {
                return ProcessProfile.Without(exception.Reason);
            }
        }

        public async ValueTask DisposeAsync()
        {
            if (_sampler is not null)
            {
                await _sampler.DisposeAsync().ConfigureAwait(false);
            }
        }

        private async Task StopOnceAsync()
        {
            _end = Stopwatch.GetTimestamp();
            try
            {
                await (_sampler?.StopAsync() ?? Task.CompletedTask).ConfigureAwait(false);
            }
            catch (TargetException exception)
            {
                _missing = exception.Reason;
            }
        }
    }
}
