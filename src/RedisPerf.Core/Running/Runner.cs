using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>
/// Runs a job: round after round over all its cases, in an order shuffled by the job's seed. It knows the contract of a
/// benchmark and no benchmark by name. Its events are pulled: while their taker works, no clock runs.
/// </summary>
public sealed class Runner(Catalogue catalogue, Func<string, ITarget?> findTarget)
{
    /// <summary>After so many failures in a row a case is not tried again, nor is any case on a target that cannot be reached.</summary>
    private const int FailuresInARow = 3;

    /// <summary>A server that is restarting is given time: so long after the first attempt in vain, twice as long after the second.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Everything that happens, in order; the last event is always <see cref="JobEvent.Ended"/>. Trouble is an event, not
    /// an exception. Cancelling ends within a second or two, the job's keys removed.
    /// </summary>
    public async IAsyncEnumerable<JobEvent> RunAsync(Job job, [EnumeratorCancellation] CancellationToken ct)
    {
        var benchmark = catalogue.Find(job.Request.Benchmark);
        if (benchmark is null)
        {
            yield return new JobEvent.Ended(JobState.Failed, $"There is no benchmark \"{job.Request.Benchmark}\" in this version.");
            yield break;
        }

        await using var servers = new TargetServers();
        var steps = Channel.CreateUnbounded<string>();
        var opening = servers.OpenAsync(benchmark, job.Request, findTarget, steps.Writer, ct);
        await foreach (var step in steps.Reader.ReadAllAsync(CancellationToken.None))
        {
            yield return new JobEvent.Progressed(new(0, 0, step, 0, null));
        }

        var trouble = await opening;
        if (ct.IsCancellationRequested || trouble is not null)
        {
            yield return ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : new JobEvent.Ended(JobState.Failed, trouble);
            yield break;
        }

        var cases = (
            from item in benchmark.Cases(job.Request, job.KeyPrefix)
            from server in servers.All
            select (Item: item, Server: server, Lack: Support.LackFor(item, server))).ToList();
        var unsupported = cases.Select(each => each.Lack).OfType<UnsupportedCase>().Distinct().ToArray();
        yield return new JobEvent.Started(ThisMachine.Measuring([.. servers.All.Select(server => server.Environment)]) with { Unsupported = unsupported });

        if (Support.Refusal(unsupported, cases.Exists(each => each is { Lack: null, Item.Strategy.IsFloor: false })) is { } refusal)
        {
            yield return new JobEvent.Ended(JobState.Failed, refusal);
            yield break;
        }

        var entries = cases
            .Where(each => each.Lack is null)
            .Select(each => new Entry(new(each.Item.Strategy.Name, each.Server.Name, each.Item.Point), new CaseRunner(each.Item, each.Server), each.Item.Shared))
            .ToList();
        var rounds = job.Request.Warmups + job.Request.Runs;
        var timetable = new Timetable<Entry>(entries, rounds);
        var order = new RoundOrder(job.Request.Seed);
        var unreachable = new Dictionary<string, int>();
        string? stopped = null;

        for (var round = 0; round < rounds && stopped is null && !ct.IsCancellationRequested; round++)
        {
            foreach (var entry in order.Next(entries).Where(entry => !entry.IsGivenUp))
            {
                yield return new JobEvent.Progressed(timetable.Now(entry.Describe(round, job.Request)));

                await Task.Delay(Pause * unreachable.GetValueOrDefault(entry.Case.Target), ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                var start = Stopwatch.GetTimestamp();
                var run = await entry.Runner.RunAsync(round, round < job.Request.Warmups, ct);
                timetable.Ended(entry, Stopwatch.GetElapsedTime(start).TotalSeconds);
                yield return new JobEvent.RunEnded(entry.Case, run);

                if (ct.IsCancellationRequested)
                {
                    break;
                }

                entry.Note(run);
                var attempts = unreachable[entry.Case.Target] = entry.Runner.CouldNotConnect ? unreachable.GetValueOrDefault(entry.Case.Target) + 1 : 0;
                var hopeless = attempts == FailuresInARow ? entries.Where(other => other.Case.Target == entry.Case.Target)
                    : entry.FailedInARow == FailuresInARow ? [entry]
                    : [];
                foreach (var other in hopeless)
                {
                    other.IsGivenUp = true;
                    timetable.GiveUp(other);
                }

                if (attempts == FailuresInARow && entries.All(other => other.IsGivenUp))
                {
                    stopped = $"{run.Error} After {FailuresInARow} attempts in a row the job was ended.";
                }
            }
        }

        var left = await RemoveSharedAsync(entries);
        yield return new JobEvent.Progressed(timetable.Now(null));
        var end = ct.IsCancellationRequested ? new JobEvent.Ended(JobState.Cancelled, null) : End(entries, stopped);
        yield return left is null ? end : end with { Error = $"{end.Error} {left}".TrimStart() };
    }

    /// <summary>
    /// Removes the keys of a job whose process was killed while it ran. They are looked for on its configured targets
    /// alone: a server that we started is gone, and its keys with it.
    /// </summary>
    /// <returns>Null when they are gone; else one sentence for each target that may still hold them.</returns>
    public async Task<string?> CleanAsync(Job job, CancellationToken ct)
    {
        var benchmark = catalogue.Find(job.Request.Benchmark);
        var left = new List<string>();
        foreach (var name in job.Request.Targets)
        {
            var trouble = (benchmark, findTarget(name)) switch
            {
                (_, { Source: not TargetSource.Configured }) => null,
                (null, _) => $"There is no benchmark \"{job.Request.Benchmark}\" in this version, which would know them.",
                (_, null) => "There is no such target any more.",
                var (known, target) => await RemoveKeysAsync(known.Cases(job.Request, job.KeyPrefix), target, ct),
            };
            if (trouble is not null)
            {
                left.Add($"Its keys {job.KeyPrefix}* may still be on {name}: {trouble}");
            }
        }

        return left.Count == 0 ? null : string.Join(" ", left);
    }

    // A server that could never be reached has failed every run: that there are no keys of ours is then not said again.
    private static async Task<string?> RemoveSharedAsync(List<Entry> entries)
    {
        var left = new List<string>();
        foreach (var sharing in entries.Where(entry => entry.Shared is not null).GroupBy(entry => (entry.Shared, entry.Case.Target)))
        {
            if (sharing.Any(entry => entry.Succeeded || !entry.Runner.CouldNotConnect)
                && await sharing.First().Runner.RemoveSharedAsync(CancellationToken.None) is { } trouble)
            {
                left.Add($"Its keys on {sharing.Key.Target} could not be removed: {trouble}");
            }
        }

        return left.Count == 0 ? null : string.Join(" ", left);
    }

    private static async Task<string?> RemoveKeysAsync(IReadOnlyList<Case> cases, ITarget target, CancellationToken ct)
    {
        try
        {
            await using var server = await target.OpenAsync(0, ct);
            foreach (var item in cases)
            {
                if (await new CaseRunner(item, server).RemoveKeysAsync(afterTrouble: false, ct) is { } trouble)
                {
                    return trouble;
                }
            }

            foreach (var item in cases.DistinctBy(item => item.Shared))
            {
                if (await new CaseRunner(item, server).RemoveSharedAsync(ct) is { } trouble)
                {
                    return trouble;
                }
            }

            return null;
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
        catch (OperationCanceledException)
        {
            return "It did not answer in time.";
        }
    }

    private static JobEvent.Ended End(List<Entry> entries, string? stopped) =>
        stopped is not null ? new(JobState.Failed, stopped)
        : entries.Any(entry => entry.Succeeded) ? new(JobState.Completed, null)
        : new(JobState.Failed, $"No run succeeded. The last one: {entries.Select(entry => entry.LastError).LastOrDefault(error => error is not null)}");

    /// <summary>A case on one target, with what the job's course needs to remember of it.</summary>
    private sealed class Entry(CaseKey key, CaseRunner runner, SharedData? shared)
    {
        public CaseKey Case { get; } = key;

        public CaseRunner Runner { get; } = runner;

        public SharedData? Shared { get; } = shared;

        public int FailedInARow { get; private set; }

        /// <summary>It is not tried again.</summary>
        public bool IsGivenUp { get; set; }

        public bool Succeeded { get; private set; }

        public string? LastError { get; private set; }

        public void Note(Run run)
        {
            FailedInARow = run.State == RunState.Failed ? FailedInARow + 1 : 0;
            Succeeded |= run is { State: RunState.Ok, Warmup: false };
            LastError = run.Error ?? LastError;
        }

        public string Describe(int round, JobRequest request)
        {
            var name = Case.Point is { } point ? $"{Case.Strategy} at {point}" : Case.Strategy;
            var place = request.Targets.Count > 1 ? $" on {Case.Target}" : "";
            return round < request.Warmups ? $"{name}{place}, warm-up" : $"{name}{place}, run {round - request.Warmups + 1} of {request.Runs}";
        }
    }
}
