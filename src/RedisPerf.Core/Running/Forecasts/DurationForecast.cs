using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Running.Forecasts;

/// <summary>The expected duration of a job, without the time in the queue, as a range in seconds. It is the work of the job at the speed of the
/// machine, corrected by earlier jobs of similar size.</summary>
/// <param name="Low">The shortest expected duration.</param>
/// <param name="High">The longest one.</param>
public sealed record DurationForecast(double Low, double High)
{
    /// <summary>A job of this part of the size, or less, does not correct the time on the clock: its noise is not that of the larger job.</summary>
    public const double SmallestPart = 0.2;

    /// <summary>A job of this multiple of the size does not correct it either.</summary>
    private const double MaxMultiple = 50;

    /// <summary>A correction beyond this factor is due to a disturbance.</summary>
    private const double MaxCorrection = 3.5;

    /// <summary>The range around a modelled time, as a factor: of a machine that was not measured, of one that was, and of a strategy that has
    /// run on it.</summary>
    private const double OfReference = 2.4, OfMachine = 1.8, OfEarlierJob = 1.6;

    /// <summary>A run of a fixed time can be longer than that, but not shorter.</summary>
    private const double MaxFixed = 1.1;

    /// <summary>The middle of the range.</summary>
    public double Seconds => Math.Sqrt(Low * High);

    /// <param name="past">Completed jobs of the benchmark on this machine, newest first.</param>
    /// <param name="speed">The speed of the machine.</param>
    /// <returns>Null when the request cannot be read, as that of another version.</returns>
    public static DurationForecast? Of(JobRequest request, IBenchmark benchmark, IReadOnlyList<PastJob> past, MachineSpeed speed)
    {
        if (JobWork.Of(request, benchmark, speed) is not { } work)
        {
            return null;
        }

        var earlier = past.Where(job => job.Runs.Count > 0 && HasSameServers(job.Request, request))
            .Select(job => (Job: job, Work: JobWork.Of(job.Request, benchmark, speed)!))
            .Where(each => each.Work is not null).ToArray();
        var rounds = request.Runs + request.Warmups + JobWork.ProfiledRounds(request);
        var unknown = speed.IsMeasured ? OfMachine : OfReference;

        var rest = Correction.Of(work.OffClock(rounds), earlier.Select(each => each.Job.OffClock(each.Work)), unknown);
        var total = rest.RangeOf(work.OffClock(rounds));
        foreach (var (key, time) in work.Clock)
        {
            var correction = Correction.Of(
                time.PerRun,
                from each in earlier
                let runs = each.Job.Runs.FirstOrDefault(runs => (runs.Strategy, runs.Target) == key)
                where runs is not null && each.Work.Clock.ContainsKey(key)
                let modelled = each.Work.Clock[key]
                select (modelled.PerRun, runs.Seconds / runs.Count),
                unknown);
            var (low, high) = correction.RangeOf(time.Varying * rounds);
            total = (total.Low + (time.Fixed * rounds) + low, total.High + (time.Fixed * rounds * MaxFixed) + high);
        }

        return new(total.Low, total.High);
    }

    // A setting of the server can change each time, such as that of its append-only file.
    private static bool HasSameServers(JobRequest left, JobRequest right) =>
        left.Server.Count == right.Server.Count
        && left.Server.All(setting => right.Server.TryGetValue(setting.Key, out var values) && values.SequenceEqual(setting.Value));

    /// <summary>The correction of a modelled time by an earlier job.</summary>
    /// <param name="Factor">Its measured time divided by its modelled time, as far as it applies.</param>
    /// <param name="Range">The range around the corrected time, as a factor.</param>
    private readonly record struct Correction(double Factor, double Range)
    {
        public (double Low, double High) RangeOf(double seconds) => (seconds * Factor / Range, seconds * Factor * Range);

        // The correction of the job that is nearest in size; it fades with the distance, so that the estimate grows with the work.
        public static Correction Of(double seconds, IEnumerable<(double Modelled, double Measured)> earlier, double unknown)
        {
            var (modelled, measured) = earlier.Where(job => job.Modelled > 0 && job.Measured > 0)
                .DefaultIfEmpty((Modelled: seconds, Measured: 0))
                .MaxBy(job => WeightOf(seconds, job.Modelled));
            if (measured <= 0)
            {
                return new(1, unknown);
            }

            var weight = WeightOf(seconds, modelled);
            var factor = Math.Clamp(measured / modelled, 1 / MaxCorrection, MaxCorrection);
            return new(Math.Pow(factor, weight), Math.Pow(OfEarlierJob, weight) * Math.Pow(unknown, 1 - weight));
        }

        private static double WeightOf(double seconds, double earlier) => earlier < seconds
            ? Math.Max(0, 1 - (Math.Log(seconds / earlier) / Math.Log(1 / SmallestPart)))
            : Math.Max(0, 1 - (Math.Log(earlier / seconds) / Math.Log(MaxMultiple)));
    }
}

/// <summary>The times of a completed job.</summary>
/// <param name="Seconds">From its start to its end.</param>
/// <param name="Runs">The times on the clock.</param>
public sealed record PastJob(JobRequest Request, double Seconds, IReadOnlyList<PastRuns> Runs)
{
    // Not from its request: a job that was decided early had fewer rounds.
    internal (double Modelled, double Measured) OffClock(JobWork work)
    {
        var cases = work.Clock.Values.Sum(time => time.Cases);
        var runs = Runs.Sum(runs => runs.Count);
        var all = runs + (cases * JobWork.ProfiledRounds(Request));
        return (cases > 0 ? work.OffClock(all / cases) : 0, Seconds - (Runs.Sum(runs => runs.Seconds) * all / runs));
    }
}

/// <summary>The runs of a strategy on a target, at all points, with warm-ups.</summary>
/// <param name="Count">Number of runs; at least 1.</param>
/// <param name="Seconds">Their sum; above 0.</param>
public sealed record PastRuns(string Strategy, string Target, int Count, double Seconds);
