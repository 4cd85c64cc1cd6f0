using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Running.Forecasts;

/// <summary>The modelled times of a job on a machine, in seconds.</summary>
/// <param name="Clock">One round on the clock, by strategy and target.</param>
/// <param name="Rest">One round off the clock: preparation, verification, removal.</param>
/// <param name="Once">The start and the end of the job, with the data that its cases share.</param>
internal sealed record JobWork(IReadOnlyDictionary<(string Strategy, string Target), ClockTime> Clock, double Rest, double Once)
{
    /// <summary>Megabits.</summary>
    private const double BitsPerByte = 8e-6;

    /// <summary>A server that stores each write before its reply needs this time for it, or for the writes that arrive together.</summary>
    private const double Sync = 1e-3;

    /// <summary>Number of pipelined commands that a server answers together.</summary>
    private const double CommandsPerSync = 50;

    /// <summary>Number of rounds that are run and not measured.</summary>
    public static double ProfiledRounds(JobRequest request) => request.Profile ? 1 : 0;

    /// <summary>The whole job off the clock.</summary>
    public double OffClock(double rounds) => (Rest * rounds) + Once;

    /// <returns>Null when the request cannot be read, as that of a job of another version.</returns>
    public static JobWork? Of(JobRequest request, IBenchmark benchmark, MachineSpeed speed)
    {
        try
        {
            return Sum(request, benchmark, speed);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static JobWork Sum(JobRequest request, IBenchmark benchmark, MachineSpeed speed)
    {
        var (clock, rest, once) = (new Dictionary<(string, string), ClockTime>(), 0.0, speed.Job);
        var info = benchmark.Info;
        var strategies = info.StrategiesOf(request).ToArray();
        var works = strategies.ToDictionary(strategy => strategy, strategy => Variants.Of(request)
            .DistinctBy(at => at.Only(option => info.Options.IsAffected(strategy, option)))
            .Select(at => (
                Work: strategy.IsReference ? MachineReference.Work : benchmark.WorkOf(strategy, request, at),
                Link: request.OptionsAt<LinkOptions>(at))).ToArray());
        var clients = Math.Max(1, request.Clients.Count);
        foreach (var server in request.Servers)
        {
            once += speed.Opening * clients;
            once += works.Values.SelectMany(each => each).Select(each => each.Work.Shared).OfType<(object Key, double Commands)>()
                .DistinctBy(shared => shared.Key).Sum(shared => shared.Commands * 2 * speed.Command * clients);
            foreach (var strategy in strategies)
            {
                var key = (strategy.Name, server.At.Target ?? "");
                var time = clock.GetValueOrDefault(key, new(0, 0, 0));
                foreach (var (work, link) in works[strategy])
                {
                    time += OnClock(work, link, speed, server) * clients;
                    rest += OffClock(work, link, speed) * clients;
                }

                clock[key] = time;
            }
        }

        once += request.Profile ? clock.Values.Sum(time => time.Cases) * speed.Profile : 0;
        return new(clock, rest, once);
    }

    private static ClockTime OnClock(RunWork work, LinkOptions link, MachineSpeed speed, ServerVariant server)
    {
        var encoding = work.Codecs.Sum(codec => speed.SecondsOf(codec, work.Bytes, codec.Decodes));
        var wire = work.Bytes * work.Codecs.Aggregate(1.0, (ratio, codec) => ratio * speed.RatioOf(codec));
        var sending = (work.Commands * speed.Command) + (wire * work.ByteFactor * speed.Byte);
        var sync = server.Settings.GetValueOrDefault("appendfsync") == "always" ? Sync : 0;
        var waiting = work.RoundTrips * (speed.RoundTrip + (link.LinkRoundTrip / 1e3) + sync);
        var varying = (work.ComputedSeconds * speed.Cpu) + encoding + waiting
            + Math.Max(sending + (work.Commands / CommandsPerSync * sync), OnLink(wire, link));
        return new(work.Seconds, varying, 1);
    }

    private static double OffClock(RunWork work, LinkOptions link, MachineSpeed speed)
    {
        var codecs = work.Codecs.Where(codec => codec.Decodes).Sum(codec => speed.SecondsOf(codec, work.LoadedBytes, decodes: false));
        var wire = work.LoadedBytes * work.Codecs.Where(codec => codec.Decodes).Aggregate(1.0, (ratio, codec) => ratio * speed.RatioOf(codec));
        var loading = (work.LoadedCommands * speed.Command) + Math.Max(wire * speed.Byte, OnLink(wire, link));
        var checking = (work.CheckedCommands * speed.Command) + (work.CheckedBytes * speed.Byte);
        return (work.Slices * speed.Slice) + work.LoadedSeconds + codecs + loading + checking;
    }

    private static double OnLink(double bytes, LinkOptions link) => link.LinkBandwidth > 0 ? bytes * BitsPerByte / link.LinkBandwidth : 0;
}

/// <summary>The time of the runs of a strategy on a target.</summary>
/// <param name="Fixed">Seconds that the options set.</param>
/// <param name="Varying">Seconds that depend on the machine.</param>
/// <param name="Cases">Number of cases.</param>
internal readonly record struct ClockTime(double Fixed, double Varying, double Cases)
{
    /// <summary>Mean of a run.</summary>
    public double PerRun => (Fixed + Varying) / Cases;

    public static ClockTime operator +(ClockTime left, ClockTime right) =>
        new(left.Fixed + right.Fixed, left.Varying + right.Varying, left.Cases + right.Cases);

    public static ClockTime operator *(ClockTime time, double times) => new(time.Fixed * times, time.Varying * times, time.Cases * times);
}
