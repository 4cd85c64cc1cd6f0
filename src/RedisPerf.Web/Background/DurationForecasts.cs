using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Forecasts;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Estimates the durations of jobs, for the form, its presets, the queue and the API.</summary>
public sealed class DurationForecasts(Catalogue catalogue, JobHistory history, SpeedCalibration calibration)
{
    /// <summary>The expected duration of a job that runs all its rounds; null when it cannot be estimated.</summary>
    public async Task<DurationForecast?> OfAsync(JobRequest request, string machine, CancellationToken ct) =>
        Of(request, await history.RecentAsync(request.Benchmark, machine, ct));

    /// <summary>The same for several jobs on this machine, which are read once for each benchmark.</summary>
    public async Task<IReadOnlyList<DurationForecast?>> OfAsync(IReadOnlyList<JobRequest> requests, CancellationToken ct)
    {
        var past = new Dictionary<string, IReadOnlyList<PastJob>>();
        foreach (var benchmark in requests.Select(request => request.Benchmark).Distinct())
        {
            past[benchmark] = await history.RecentAsync(benchmark, Environment.MachineName, ct);
        }

        return [.. requests.Select(request => Of(request, past[request.Benchmark]))];
    }

    private DurationForecast? Of(JobRequest request, IReadOnlyList<PastJob> past) =>
        catalogue.Find(request.Benchmark) is { } benchmark ? DurationForecast.Of(request, benchmark, past, calibration.Speed) : null;
}
