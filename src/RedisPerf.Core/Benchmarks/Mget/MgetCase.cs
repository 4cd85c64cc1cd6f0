using System.Globalization;
using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Statistics;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>
/// What all ways of reading share: one call after another, each awaited and each timed, its keys drawn before the clock;
/// and a look at the values after it.
/// </summary>
/// <typeparam name="TName">What a value is asked for by: its key, or its field in the hash.</typeparam>
public abstract class MgetCase<TName>(StrategyInfo strategy, MgetPoint point, Func<int, TName> name) : Case(strategy)
{
    /// <summary>Replies whose every value is looked at: the last ones.</summary>
    private const int Kept = 16;

    /// <summary>Of the time that a run should take: so long is tried out before it how long a call takes.</summary>
    private const double TrialShare = 0.1;

    /// <summary>Where few calls fit into that time the first, slow one would tell: then so many of them, for half a run at most.</summary>
    private const int FewestTrials = 10;
    private const double MostTrialShare = 0.5;

    /// <summary>Enough for a median; beyond, trying out tells nothing new.</summary>
    private const int MostTrials = 1_000;

    private readonly RedisValue[][] _replies = new RedisValue[Kept][];
    private int[][] _numbers = [];
    private TName[][] _names = [];
    private CallTimes _times = new(0);
    private int _calls;
    private long _valuesRead;

    public override long? Point => point.Keys;

    public abstract override SharedData Shared { get; }

    protected MgetOptions Options => point.Workload.Options;

    protected MgetWorkload Workload => point.Workload;

    /// <summary>Keys in one call.</summary>
    protected int Keys => point.Keys;

    /// <summary>The command that the server counts, and how often in one call.</summary>
    protected abstract (string Command, long Count) Commands { get; }

    /// <summary>Bytes of one call's commands on the wire.</summary>
    protected abstract long WireBytes { get; }

    /// <summary>Calls of a run by the article's loops; a strategy whose calls are far slower makes fewer.</summary>
    protected virtual int CallsByLoops => CallCount.ByLoops(Options.Loops, Keys);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        _numbers = Workload.Lists(Keys);
        _names = Array.ConvertAll(_numbers, list => Array.ConvertAll(list, number => name(number)));
        var trial = await TryAsync(context, ct);
        _calls = Options.Loops > 0 ? CallsByLoops : CallCount.ByTime(Options.SecondsPerRun, trial.Seconds);
        _times = new(_calls);
        _valuesRead = 0;
    }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        for (var call = 0; call < _calls; call++)
        {
            ct.ThrowIfCancellationRequested();
            var start = Stopwatch.GetTimestamp();
            var values = await CallAsync(context.Database, _names[call % _names.Length], ct);
            _times.Add(start);
            _replies[call % Kept] = values;
            _valuesRead += values.Length;
        }
    }

    public override Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_valuesRead != (long)_calls * Keys)
        {
            throw VerificationException.CountDiffers(string.Create(CultureInfo.InvariantCulture, $"Values read by {_calls:N0} calls for {Keys:N0} keys each"), _valuesRead, (long)_calls * Keys);
        }

        for (var call = Math.Max(0, _calls - Kept); call < _calls; call++)
        {
            Verify(_numbers[call % _numbers.Length], _replies[call % Kept]);
        }

        var work = context.Work;
        work.Operations = _calls;
        work.PayloadBytes = _valuesRead * MgetWorkload.ValueBytes;
        work.WireBytes = _calls * WireBytes;
        work.Commands = new Dictionary<string, long> { [Commands.Command] = _calls * Commands.Count };
        work.Figures["callMedian"] = _times.Median!.Value;
        if (_times.Percentile99 is { } percentile)
        {
            work.Figures["callPercentile99"] = percentile;
        }

        return Task.CompletedTask;
    }

    /// <summary>A run writes nothing; what was made for it is let go.</summary>
    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        (_numbers, _names) = ([], []);
        Array.Clear(_replies);
        return Task.CompletedTask;
    }

    /// <summary>Reads the values of these names, in their order.</summary>
    protected abstract Task<RedisValue[]> CallAsync(IDatabase database, TName[] names, CancellationToken ct);

    // It also makes the connection and the code warm, and so is done where the article's loops tell the number too.
    private async Task<CallTimes> TryAsync(CaseContext context, CancellationToken ct)
    {
        var trial = new CallTimes(MostTrials);
        var began = Stopwatch.GetTimestamp();
        do
        {
            ct.ThrowIfCancellationRequested();
            var start = Stopwatch.GetTimestamp();
            await CallAsync(context.Database, _names[trial.Count % _names.Length], ct);
            trial.Add(start);
        }
        while (trial.Count < MostTrials
            && Stopwatch.GetElapsedTime(began).TotalSeconds < (trial.Count < FewestTrials ? MostTrialShare : TrialShare) * Options.SecondsPerRun);

        return trial;
    }

    private static void Verify(int[] numbers, RedisValue[] values)
    {
        for (var at = 0; at < numbers.Length; at++)
        {
            if (values[at] != MgetWorkload.Value(numbers[at]))
            {
                throw VerificationException.ValueDiffers($"The value of key {numbers[at]:D8}", values[at].IsNull ? "missing" : $"\"{values[at]}\"", $"\"{MgetWorkload.Value(numbers[at])}\"");
            }
        }
    }
}
