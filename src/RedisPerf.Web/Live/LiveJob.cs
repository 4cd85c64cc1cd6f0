using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Live;

/// <summary>A running job: its document in memory, which each event is added to, and the events for its watchers. Without a watcher nothing
/// is computed. All of it happens between the runner's events, while no clock runs.</summary>
public sealed class LiveJob : IDisposable
{
    /// <summary>The findings and the units of the columns are about all cases, so their cost grows with the job: not after every run.</summary>
    private static readonly TimeSpan FindingsInterval = TimeSpan.FromSeconds(1);

    /// <summary>The findings of a job with many cases can take a second: they take at most this share of its time.</summary>
    private const double FindingsShare = 0.1;

    /// <summary>Rows of runs that a page has at most, apart from those of one strategy.</summary>
    public const int ShownRuns = 300;

    private readonly Guid _id;
    private readonly BenchmarkInfo? _info;
    private readonly LiveFeed _feed;
    private readonly TimeProvider _time;
    private readonly Action<JobDocument> _onChange;
    private readonly Action<LiveJob> _onDispose;
    private readonly JobTranscript _transcript;

    // A change is stored and added to the document before the next one is stored. Not disposed: a change may arrive as the
    // job ends, and without a wait handle there is nothing to release.
    private readonly SemaphoreSlim _order = new(1, 1);
    private readonly Lock _gate = new();
    private readonly EventPace _pace;
    private readonly HashSet<CaseKey> _changedLanes = [];
    private Progress? _newProgress;
    private JobEvent.SliceEnded? _newSlice;
    private (CaseTable Cases, RunTable Runs)? _tables;
    private bool _hasNewFindings;
    private long? _lastFindings;
    private TimeSpan _findingsPause = FindingsInterval;

    /// <param name="job">The job as it starts.</param>
    /// <param name="finished">The runs that it has already.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="feed">Publishes the events.</param>
    /// <param name="onChange">Called when users have changed the job.</param>
    /// <param name="onDispose">Called once, when the job has ended.</param>
    public LiveJob(
        Job job, IEnumerable<JobEvent.RunEnded> finished, BenchmarkInfo? info, LiveFeed feed, TimeProvider time,
        Action<JobDocument> onChange, Action<LiveJob> onDispose)
    {
        (_id, _info, _feed, _time, _onChange, _onDispose) = (job.Id, info, feed, time, onChange, onDispose);
        Targets = job.Request.Targets;
        Lease = job.Lease;
        _transcript = new(job, info);
        _pace = new(time);
        foreach (var run in finished)
        {
            _transcript.Add(run, job.CreatedAt);
        }
    }

    /// <summary>The lease of the execution: see <see cref="Job.Lease"/>.</summary>
    public long Lease { get; }

    /// <summary>The names of the targets that it measures.</summary>
    public IReadOnlyList<string> Targets { get; }

    /// <summary>The document of this moment, with all summaries.</summary>
    public JobDocument Document
    {
        get
        {
            lock (_gate)
            {
                return _transcript.ToDocument();
            }
        }
    }

    /// <summary>Which strategy leads so far; null when it is not known.</summary>
    public string? Lead
    {
        get
        {
            lock (_gate)
            {
                return LeadSentence.Of(_transcript.Request, _transcript.Cases, _transcript.Slices, _info);
            }
        }
    }

    private ComparisonRule Rule => BenchmarkInfo.RuleOf(_transcript.Request, _info);

    /// <summary>Stores an event of the runner, adds it to the document and publishes it.</summary>
    /// <param name="store">Writes it to the ledger, and returns the job as it ended there; null before its end. When it throws,
    /// the event is not added.</param>
    public async Task RecordAsync(JobEvent jobEvent, DateTimeOffset now, Func<Task<Job?>> store)
    {
        await _order.WaitAsync(CancellationToken.None);
        try
        {
            var ended = await store();
            lock (_gate)
            {
                _transcript.Add(jobEvent, now);
                if (ended is not null)
                {
                    _transcript.End(ended);
                }

                if (_feed.IsWatched(_id))
                {
                    Publish(jobEvent);
                }
            }
        }
        finally
        {
            _order.Release();
        }
    }

    /// <summary>Changes how the job is summarized. This is rare, so the job is read again as a whole.</summary>
    /// <param name="change">Writes the change to the ledger.</param>
    /// <param name="reload">Reads the job from the ledger.</param>
    public async Task<ChangeOutcome> ChangeAsync(Func<Task<ChangeOutcome>> change, Func<Task<JobDocument?>> reload)
    {
        await _order.WaitAsync(CancellationToken.None);
        try
        {
            var outcome = await change();
            if (outcome == ChangeOutcome.Changed && await reload() is { } document)
            {
                lock (_gate)
                {
                    _transcript.Replace(document);
                    var changed = _transcript.ToDocument();
                    _onChange(changed);
                    PublishAll(changed);
                }
            }

            return outcome;
        }
        finally
        {
            _order.Release();
        }
    }

    /// <summary>Reads the job again as a whole, after a change by another node.</summary>
    /// <param name="reload">Reads the job from the ledger.</param>
    public Task ReloadAsync(Func<Task<JobDocument?>> reload) => ChangeAsync(() => Task.FromResult(ChangeOutcome.Changed), reload);

    /// <summary>The events that bring a page up to date. The page subscribes to the feed first.</summary>
    /// <param name="knownRuns">How many runs the page has already; null for none. When there are others, it gets the newest ones.</param>
    public IReadOnlyList<LiveEvent> CatchUp(int? knownRuns)
    {
        lock (_gate)
        {
            return PageEvents(_transcript.ToDocument(), knownRuns);
        }
    }

    /// <summary>Publishes that the job runs. The runner's first event comes only when all targets are open, which can take minutes.</summary>
    public void PublishStart()
    {
        lock (_gate)
        {
            if (_feed.IsWatched(_id))
            {
                PublishState();
            }
        }
    }

    public void Dispose() => _onDispose(this);

    private void PublishState()
    {
        var document = _transcript.ToDocument();
        _feed.Publish(_id, LiveEvents.State(document));
        foreach (var next in PageEvents(document, null))
        {
            _feed.Publish(_id, next);
        }
    }

    private void Publish(JobEvent jobEvent)
    {
        switch (jobEvent)
        {
            case JobEvent.Started:
                PublishState();
                break;
            case JobEvent.Progressed(var progress):
                _newProgress = progress;
                PublishPaced();
                PublishFindings();
                break;
            case JobEvent.SliceEnded slice:
                // Published with the progress that follows.
                _newSlice = slice;
                _changedLanes.Add(slice.Case);
                break;
            case JobEvent.RunEnded(var key, var run):
                _feed.Publish(_id, LiveEvents.RunEnded(key, run));
                _feed.Publish(_id, LiveEvents.Mark(key, ChartDocument.Dot.Of(run, Rule)));
                PublishSummaries(key, run);
                _hasNewFindings = true;
                PublishFindings();
                break;
            case JobEvent.Ended:
                PublishPending();
                _lastFindings = null;
                PublishFindings();
                break;
        }
    }

    // Slices can be short: what a browser could not show anyway is sent together.
    private void PublishPaced()
    {
        if (_pace.TryTake())
        {
            PublishPending();
        }
    }

    private void PublishPending()
    {
        PublishLanes();
        if (_newSlice is { } slice)
        {
            _feed.Publish(_id, LiveEvents.SliceEnded(slice));
            _newSlice = null;
        }

        if (_newProgress is { } progress)
        {
            _feed.Publish(_id, LiveEvents.Progressed(progress));
            _newProgress = null;
        }
    }

    private void PublishLanes()
    {
        if (_changedLanes.Count > 0 && _feed.IsOnPage(_id))
        {
            _feed.Publish(_id, LiveEvents.Lanes(_changedLanes.Select(LaneOf), Lead));
        }

        _changedLanes.Clear();
    }

    private Lane LaneOf(CaseKey key) => Lane.Of(key, _transcript.Slices[key], Rule);

    // A run of the baseline or the floor changes the ratios of other cases.
    private void PublishSummaries(CaseKey key, Run run)
    {
        var changed = _transcript.UpdateSummaries();
        foreach (var result in changed)
        {
            _feed.Publish(_id, LiveEvents.Summary(result));
        }

        if (_feed.IsOnPage(_id))
        {
            PublishRows(changed, key, run);
        }
    }

    // The rows have the units that the page has, until the units are chosen again for all rows.
    private void PublishRows(IReadOnlyList<CaseResult> changed, CaseKey key, Run run)
    {
        var (table, runTable) = _tables ?? UpdateTables(_transcript.ToDocument());
        var others = changed.Where(result => result.Key != key);
        _feed.Publish(_id, LiveEvents.Rows(table, others.Prepend(_transcript.Find(key)).Select(table.Row), runTable, [runTable.Row(key, run)]));
    }

    // Runs can change the unit or the decimals of a column; then every page gets all rows again.
    private (CaseTable Cases, RunTable Runs) UpdateTables(JobDocument document)
    {
        var old = _tables;
        var (table, runTable) = (
            new CaseTable(document.Request, _info, document.Cases), new RunTable(document.Request, document.Cases, isVerifiable: _info is not null));
        _tables = (table, runTable);
        if (old is { } known && (known.Cases.Format, known.Runs.Format) != (table.Format, runTable.Format))
        {
            _feed.Publish(_id, AllRows(document, table, runTable, hasRuns: true));
        }

        return (table, runTable);
    }

    private LiveEvent[] PageEvents(JobDocument document, int? knownRuns)
    {
        var (table, runTable) = UpdateTables(document);
        var texts = PageTexts.Of(document, _info, null);
        return
        [
            AllRows(document, table, runTable, hasRuns: knownRuns != texts.RunCount), LiveEvents.Page(texts),
            LiveEvents.Lanes(_transcript.Slices.Keys.Select(LaneOf), Lead),
        ];
    }

    private static LiveEvent AllRows(JobDocument document, CaseTable table, RunTable runTable, bool hasRuns)
    {
        var runs =
            from @case in document.Cases
            from run in @case.Runs
            orderby run.Round
            select runTable.Row(@case.Key, run);
        return LiveEvents.Rows(
            table,
            document.Cases.Where(@case => @case.Runs.Count > 0 || @case.Unsupported is not null).Select(table.Row),
            runTable,
            hasRuns ? runs.TakeLast(ShownRuns) : []);
    }

    private void PublishFindings()
    {
        if (!_hasNewFindings || (_lastFindings is { } last && _time.GetElapsedTime(last) < _findingsPause))
        {
            return;
        }

        var start = _time.GetTimestamp();
        var document = _transcript.ToDocument();
        _feed.Publish(_id, LiveEvents.Findings(document, _info));
        if (_feed.IsOnPage(_id))
        {
            UpdateTables(document);
            _feed.Publish(_id, LiveEvents.Page(PageTexts.Of(document, _info, null)));
        }

        (_hasNewFindings, _lastFindings) = (false, _time.GetTimestamp());
        var pause = _time.GetElapsedTime(start, _lastFindings.Value) / FindingsShare;
        _findingsPause = pause > FindingsInterval ? pause : FindingsInterval;
    }

    // One change may affect every ratio of the job.
    private void PublishAll(JobDocument document)
    {
        if (!_feed.IsWatched(_id))
        {
            return;
        }

        foreach (var result in document.Cases)
        {
            foreach (var run in result.Runs.Where(run => run.IsDisturbed))
            {
                _feed.Publish(_id, LiveEvents.RunEnded(result.Key, run));
            }

            _feed.Publish(_id, LiveEvents.Summary(result));
        }

        // The chart of the page draws the time that counts, which a run that is excluded in part has.
        _feed.Publish(_id, LiveEvents.Snapshot(ChartDocument.Of(document, _info)));
        foreach (var next in PageEvents(document, null))
        {
            _feed.Publish(_id, next);
        }

        _feed.Publish(_id, LiveEvents.Findings(document, _info));
        _feed.Publish(_id, LiveEvents.State(document));
    }
}
