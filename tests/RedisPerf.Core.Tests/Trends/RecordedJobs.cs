using System.Globalization;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Trends;

/// <summary>Jobs of <c>insert</c> that were recorded one after the other on a machine with two cores, while builds and tests of other programs ran
/// there: <c>redisperf run insert --items 2000 --payload-bytes 8192 --runs 5 --target local</c>, every 35 seconds. By the time of their floor, one
/// half is that of a quiet machine, and the other one that of a loaded machine.</summary>
internal sealed class RecordedJobs
{
    private static readonly IReadOnlyDictionary<string, double[]>[] All = [.. File
        .ReadLines(Path.Combine(Repository.Root, "tests", "RedisPerf.Core.Tests", "Trends", "noisy-machine.csv"))
        .Skip(1).Select(line => line.Split(','))
        .GroupBy(fields => fields[0])
        .Select(job => job.ToDictionary(fields => fields[1], fields => fields[2..].Select(Logarithm).ToArray()))
        .OrderBy(job => job["floor"].Median())];

    private readonly int _seed;
    private readonly Func<int, bool> _isLoaded;

    /// <param name="seed">Selects the job of each day.</param>
    /// <param name="isLoaded">Whether the machine is loaded on a day.</param>
    public RecordedJobs(int seed, Func<int, bool> isLoaded) => (_seed, _isLoaded) = (seed, isLoaded);

    /// <summary>The logarithms of the times of a job of the day.</summary>
    public Dictionary<CaseKey, double[]> TimesOf(int day, CaseKey[] cases, bool isRerun = false)
    {
        var half = All.Length / 2;
        var job = All[new Random((((_seed * 1000) + day) * 2) + (isRerun ? 1 : 0)).Next(half) + (_isLoaded(day) ? All.Length - half : 0)];
        return cases.ToDictionary(@case => @case, @case => job[@case.Strategy]);
    }

    private static double Logarithm(string seconds) => Math.Log(double.Parse(seconds, CultureInfo.InvariantCulture));
}
