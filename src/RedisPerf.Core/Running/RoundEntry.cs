using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Profiles;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>A case and the results so far that decide whether it runs again.</summary>
/// <param name="key">Its key in the job.</param>
/// <param name="worker">Measures it.</param>
/// <param name="rates">The figures of the benchmark that are work per time.</param>
/// <param name="search">The search of the case from its runs; null when it searches nothing.</param>
internal sealed class RoundEntry(
    OpenedCase item, CaseKey key, SliceKey first, IWorker worker, IReadOnlySet<string> rates, Func<IReadOnlyList<Run>, RateSearchResult>? search)
{
    // Only for a search.
    private readonly List<Run> _runs = [];

    // The next probe, and the last one.
    private int? _probe;
    private int? _lastProbe;

    // The slices of the current run that have ended.
    private readonly List<SliceResult> _ended = [];

    private readonly CaseHistory _usual = new();

    public CaseKey Case => key;

    /// <summary>The position of its server in the servers of the job.</summary>
    public int Server => first.Server;

    /// <summary>Number of slices of a run.</summary>
    public int Slices => item.Slices;

    /// <summary>The number of the data that it shares; null when it shares none.</summary>
    public int? Shared => item.Shared;

    /// <summary>Whether the last run failed before it was connected.</summary>
    public bool CouldNotConnect { get; private set; }

    public bool IsFloor => item.IsFloor;

    public int FailedInARow { get; private set; }

    /// <summary>It is not run again.</summary>
    public bool IsGivenUp { get; set; }

    /// <summary>Its search has ended before the current round, in which it has no run.</summary>
    public bool HasEnded => search is not null && _probe is null;

    /// <summary>Whether slices of the current run remain.</summary>
    public bool IsRunning => !IsGivenUp && !HasEnded && Kept is null && _ended.Count < Slices
        && _ended.TrueForAll(slice => slice.Run.State == RunState.Ok);

    public bool Succeeded { get; private set; }

    public Reason? LastError { get; private set; }

    /// <summary>Why its worker measures no further slice; null while it does.</summary>
    public Reason? Lost => worker.Lost;

    /// <summary>Why the keys of a measured run were not removed; null when they were, or when a later run removed them, which has the same
    /// keys. The ledger has those of kept runs.</summary>
    public Reason? KeysLeft { get; private set; }

    /// <summary>The run of the current round from before an interruption; null when it is measured now.</summary>
    public Run? Kept { get; private set; }

    /// <param name="kept">The run of the new round, when the job has it already.</param>
    public void BeginRun(Run? kept)
    {
        _ended.Clear();
        _probe = search?.Invoke(_runs).Next;
        _lastProbe = _probe ?? _lastProbe;
        Kept = kept;
        if (kept is not null)
        {
            Record(kept);
        }
    }

    /// <summary>The last slice of the current run; null before the first one, and when it failed.</summary>
    public RunSlice? LastSlice =>
        _ended is [.., { Run: { State: RunState.Ok, Seconds: { } seconds } run } last]
            ? new(run.Round, run.Warmup, _ended.Count - 1, Slices, seconds, run.Operations, run.PayloadBytes,
                last.Clients.Sum(client => client.CpuSeconds), last.Server?.CpuSeconds)
            : null;

    /// <returns>The run, when this was its last slice; otherwise null.</returns>
    public async Task<Run?> RunSliceAsync(int round, bool warmup, CancellationToken ct)
    {
        var result = await worker.RunAsync(first with { Slice = _ended.Count, Probe = _probe }, round, warmup, ct);
        _ended.Add(result);
        CouldNotConnect = result.CouldNotConnect;
        if (IsRunning)
        {
            return null;
        }

        var run = SliceResult.ToRun(_ended, rates, _usual);
        SliceResult.AddTo(_usual, _ended);
        FindLeftKeys(run);
        return run;
    }

    /// <summary>Profiles one more run, which is not recorded.</summary>
    /// <param name="limit">How much of its stacks is kept.</param>
    public async Task<CaseProfile> ProfileAsync(int round, TargetServer server, StackLimit limit, CancellationToken ct)
    {
        if (worker is not ISynchronizedWorker alone)
        {
            return CaseProfile.Without(Case, Reason.Of(ReasonCode.ProfileOnOneNode));
        }

        await using var profiler = new CaseProfiler(alone.ProcessId, server);
        var slices = new List<SliceResult>();
        while (slices.Count < Slices)
        {
            var slice = await alone.RunAsync(
                first with { Slice = slices.Count, Probe = _lastProbe }, round, warmup: false, profiler, ct);
            slices.Add(slice);
            if (slice.Run.State != RunState.Ok)
            {
                FindLeftKeys(slice.Run);
                return CaseProfile.Without(Case, slice.Run.State == RunState.Cancelled
                    ? Reason.Of(ReasonCode.ProfileStopped)
                    : Reason.Of(ReasonCode.ProfiledRunFailed, ("cause", slice.Run.Error)));
            }
        }

        return await profiler.ReadAsync(Case, slices, limit);
    }

    private void FindLeftKeys(Run run) => KeysLeft = run.State == RunState.Ok
        ? null
        : (Reason?)Reason.Flatten(run.Error).FirstOrDefault(reason => reason.Code == ReasonCode.KeysNotRemoved)?.Args["cause"] ?? KeysLeft;

    /// <summary>Removes the data that the case shares with others.</summary>
    /// <returns>Null when it is removed.</returns>
    /// <param name="isCancelled">Whether a user cancelled the job and waits for its end.</param>
    public Task<Reason?> RemoveSharedAsync(bool isCancelled) => worker.RemoveSharedAsync(first, isCancelled);

    public void Record(Run run)
    {
        if (search is not null)
        {
            _runs.Add(run);
        }

        FailedInARow = run.State == RunState.Failed ? FailedInARow + 1 : 0;
        Succeeded |= run is { State: RunState.Ok, Warmup: false };
        LastError = run.Error ?? LastError;
    }

    /// <summary>The next slice, as the step of the job. It names the target and the client only if the job has several.</summary>
    public Reason StepOf(int round, JobRequest request)
    {
        var (target, client, point, at) = PlaceOf(request);
        int? slice = Slices > 1 ? _ended.Count + 1 : null;
        int? slices = Slices > 1 ? Slices : null;
        int? runs = request.Until == RunUntil.Decided ? null : request.Runs;
        return round < request.Warmups
            ? Reason.Of(ReasonCode.WarmUpStep, ("strategy", Case.Strategy), ("point", point), ("at", at), (Reason.Target, target),
                ("client", client), ("slice", slice), ("slices", slices))
            : Reason.Of(ReasonCode.RunStep, ("strategy", Case.Strategy), ("point", point), ("at", at), (Reason.Target, target), ("client", client),
                ("run", round - request.Warmups + 1), ("runs", runs), ("slice", slice), ("slices", slices));
    }

    /// <summary>The profiled run, as the step of the job.</summary>
    public Reason ProfileStepOf(JobRequest request)
    {
        var (target, client, point, at) = PlaceOf(request);
        return Reason.Of(ReasonCode.ProfileStep,
            ("strategy", Case.Strategy), ("point", point), ("at", at), (Reason.Target, target), ("client", client));
    }

    private (string? Target, string? Client, double? Point, string? At) PlaceOf(JobRequest request)
    {
        var others = Case.At.Others;
        var point = others.Count == 1 ? Case.Point : null;
        return (request.Targets.Count > 1 ? Case.Target : null, request.Clients.Count > 1 ? Case.Client : null, point,
            point is null && others.Count > 0 ? string.Join(", ", others.Values.Select(value => TextOf(value, request))) : null);
    }

    private static string TextOf(KeyValuePair<string, string> value, JobRequest request) =>
        request.Axes.FirstOrDefault(axis => axis.Name == value.Key) is { } axis
            ? $"{axis.Label} {value.Value} {axis.Unit}".TrimEnd()
            : $"{value.Key} {value.Value}";
}
