using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running;

/// <summary>The document of a running job in memory. Each event of the runner is added to it. Summaries are computed when they are read,
/// and only for the cases that new runs can change. One thread uses it at a time.</summary>
public sealed class JobTranscript
{
    private readonly BenchmarkInfo? _benchmark;
    private readonly List<CaseResult> _cases = [];
    private readonly Dictionary<CaseKey, int> _places = [];
    private readonly HashSet<CaseKey> _stale = [];
    private readonly Dictionary<CaseKey, IReadOnlyList<RunSlice>> _slices = [];
    private readonly List<CaseProfile> _profiles = [];
    private Job _job;

    /// <param name="job">The job without its runs.</param>
    /// <param name="benchmark">Its benchmark; null when the benchmark no longer exists.</param>
    public JobTranscript(Job job, BenchmarkInfo? benchmark)
    {
        (_job, _benchmark) = (job, benchmark);
        ListCases([]);
    }

    /// <summary>The job's request.</summary>
    public JobRequest Request => _job.Request;

    /// <summary>The cases so far; their summaries are those of the last <see cref="UpdateSummaries"/>.</summary>
    public IReadOnlyList<CaseResult> Cases => _cases;

    /// <summary>The slices of the last run that each case began, in their order. They are not in the document: a run in progress has no
    /// time.</summary>
    public IReadOnlyDictionary<CaseKey, IReadOnlyList<RunSlice>> Slices => _slices;

    /// <summary>The profiles so far. They are not in the document.</summary>
    public IReadOnlyList<CaseProfile> Profiles => _profiles;

    /// <summary>Adds an event. A run that is already there is ignored.</summary>
    /// <param name="jobEvent">The next event of the runner.</param>
    /// <param name="now">The time of the job's start or end.</param>
    public void Add(JobEvent jobEvent, DateTimeOffset now)
    {
        switch (jobEvent)
        {
            case JobEvent.Started(var environment):
                _job = _job with { State = JobState.Running, StartedAt = _job.StartedAt ?? now, Environment = environment };
                ListCases([]);
                break;
            case JobEvent.Progressed(var progress):
                _job = _job with { Progress = progress };
                break;
            case JobEvent.SliceEnded(var key, var slice):
                _slices[key] = [.. slice.Turn == 0 ? [] : Slices.GetValueOrDefault(key, []), slice];
                break;
            case JobEvent.Profiled(var profile):
                _profiles.RemoveAll(other => other.Case == profile.Case);
                _profiles.Add(profile);
                break;
            case JobEvent.RunEnded ended:
                AddRun(ended.Case, ended.Run);
                break;
            case JobEvent.Ended(var state, var error):
                _job = _job with { State = state, Error = error, EndedAt = now };
                break;
        }
    }

    /// <summary>Replaces the document by one that was changed elsewhere, for example by another baseline. Runs that it lacks, because they
    /// are not stored yet, are kept.</summary>
    /// <param name="document">The whole job, with its summaries.</param>
    public void Replace(JobDocument document)
    {
        var known = _cases.ToArray();
        _job = document.ToJob() with { Environment = document.Environment ?? _job.Environment, Progress = document.Progress ?? _job.Progress };
        _stale.Clear();
        _cases.Clear();
        _cases.AddRange(document.Cases);
        IndexCases();
        foreach (var (@case, run) in known.SelectMany(@case => @case.Runs.Select(run => (@case.Key, run))))
        {
            AddRun(@case, run);
        }
    }

    /// <summary>Replaces the job by the one that the ledger has at its end. Its runs are kept.</summary>
    public void End(Job ended)
    {
        _job = ended;
        ListCases([]);
    }

    /// <summary>Computes what the runs added since the last call change.</summary>
    /// <returns>The cases whose summary is different now.</returns>
    public IReadOnlyList<CaseResult> UpdateSummaries()
    {
        if (_stale.Count == 0)
        {
            return [];
        }

        var changed = BenchmarkSummaries.Update(_cases, [.. _stale.Select(key => _places[key])], _benchmark, _job.Request);
        _stale.Clear();
        return [.. changed.Select(place => _cases[place])];
    }

    /// <summary>A case as it is now; its summary is that of the last <see cref="UpdateSummaries"/>.</summary>
    /// <exception cref="KeyNotFoundException">The job has no such case.</exception>
    public CaseResult Find(CaseKey key) => _cases[_places[key]];

    /// <summary>The document of this moment, with all summaries. Later events do not change it.</summary>
    public JobDocument ToDocument()
    {
        UpdateSummaries();
        return BenchmarkSummaries.WithCases(JobDocument.WithoutCases(_job), [.. _cases], _benchmark);
    }

    private void AddRun(CaseKey key, Run run)
    {
        if (!_places.ContainsKey(key))
        {
            ListCases([key]);
        }

        var known = Find(key);
        if (known.Runs.All(other => other.Round != run.Round))
        {
            _cases[_places[key]] = known with { Runs = [.. known.Runs.Append(run).OrderBy(other => other.Round)] };
            _stale.Add(key);
        }
    }

    private void ListCases(IEnumerable<CaseKey> added)
    {
        var measured =
            _cases.Where(@case => @case.Runs.Count > 0).Concat(added.Select(key => CaseResult.Of(key, []))).ToDictionary(@case => @case.Key);
        CaseResult[] cases = [.. JobDocuments.CasesOf(_job, measured, _benchmark)];
        _cases.Clear();
        _cases.AddRange(cases);
        IndexCases();
    }

    private void IndexCases()
    {
        _places.Clear();
        foreach (var (place, @case) in _cases.Index())
        {
            _places[@case.Key] = place;
        }
    }
}
