using System.Text.Json;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Profiles;

namespace RedisPerf.Core.Running.Forecasts;

/// <summary>How fast a machine does the parts of a run. All times are in seconds.</summary>
public sealed record MachineSpeed
{
    private const string FileName = "speed.json";

    /// <summary>The machine of the measurements.</summary>
    public required string Machine { get; init; }

    /// <summary>The version of the program that measured: another one may have other codecs.</summary>
    public required string Version { get; init; }

    /// <summary>The cores that encode in parallel.</summary>
    public required int Cores { get; init; }

    /// <summary>A command and its reply, over the loopback interface.</summary>
    public required double RoundTrip { get; init; }

    /// <summary>A byte of a value.</summary>
    public required double Byte { get; init; }

    /// <summary>The time of computations, relative to the reference machine.</summary>
    public required double Cpu { get; init; }

    /// <summary>The codecs, by their levels.</summary>
    public required IReadOnlyList<CodecSpeed> Codecs { get; init; }

    /// <summary>False for the figures of the reference machine.</summary>
    public bool IsMeasured { get; init; } = true;

    /// <summary>A command that does not wait for the previous one.</summary>
    public double Command => 5e-6 * Cpu;

    /// <summary>The fixed time of each part of a run: connections, a forced collection, samples of the server, the removal of keys.</summary>
    public double Slice => 0.07 * Cpu;

    /// <summary>From the start of a job to its first run, with a server and a worker process to start, and its end.</summary>
    public double Job => 1 + (0.5 * Cpu);

    /// <summary>Opening a further server or client of a job.</summary>
    public double Opening => 0.5 * Cpu;

    /// <summary>A machine with two cores at 2.5 GHz, for an estimate before this one is measured.</summary>
    public static MachineSpeed Reference { get; } = new()
    {
        Machine = "",
        Version = "",
        Cores = 2,
        RoundTrip = 80e-6,
        Byte = 1e-9,
        Cpu = 1,
        Codecs = SpeedMeasurement.ReferenceCodecs,
        IsMeasured = false,
    };

    /// <summary>The profile of a case, in addition to its run.</summary>
    public double Profile => CaseProfiler.ExpectedSeconds * Cpu;

    /// <summary>The stored speed of this machine and version; null when it was not measured yet, and when the file cannot be read.</summary>
    /// <param name="folder">The data folder.</param>
    public static MachineSpeed? Load(string folder)
    {
        try
        {
            var speed = JsonSerializer.Deserialize<MachineSpeed>(File.ReadAllBytes(Path.Combine(folder, FileName)), ModelJson.Options);
            return speed is not null && speed.Machine == Environment.MachineName && speed.Version == SpeedMeasurement.Version ? speed : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            // It is measured again.
            return null;
        }
    }

    /// <summary>Stores the speed for later processes.</summary>
    /// <param name="folder">The data folder; it exists.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Save(string folder)
    {
        var path = Path.Combine(folder, FileName);
        var unfinished = $"{path}.{Environment.ProcessId}.tmp";
        File.WriteAllBytes(unfinished, JsonSerializer.SerializeToUtf8Bytes(this, ModelJson.Options));
        File.Move(unfinished, path, overwrite: true);
    }

    /// <summary>The time of a codec's work on the clock, or before it.</summary>
    /// <param name="bytes">Bytes of all values before the encoding.</param>
    /// <param name="decodes">Decoding instead of encoding.</param>
    public double SecondsOf(CodecWork work, double bytes, bool decodes)
    {
        var speed = SpeedOf(work);
        var seconds = (work.Values * speed.Value) + (bytes * (decodes ? speed.DecodedByte : speed.Byte));
        return seconds / (work.OnAllCores ? Cores : 1);
    }

    /// <summary>The bytes of a value after the encoding, divided by those before.</summary>
    public double RatioOf(CodecWork work) => SpeedOf(work).Ratio;

    // Between two measured levels, the times have equal ratios.
    private CodecSpeed SpeedOf(CodecWork work)
    {
        var levels = Codecs.Where(codec => codec.Codec == work.Codec).OrderBy(codec => codec.Level).ToArray();
        if (levels.Length == 0)
        {
            return new(work.Codec, work.Level, 0, 0, 0, 1);
        }

        var above = Array.Find(levels, level => level.Level >= work.Level) ?? levels[^1];
        var below = Array.FindLast(levels, level => level.Level <= work.Level) ?? levels[0];
        return above == below ? above : CodecSpeed.Between(below, above, (double)(work.Level - below.Level) / (above.Level - below.Level));
    }
}

/// <summary>The time of a codec at one level.</summary>
/// <param name="Value">Seconds per value of any size.</param>
/// <param name="Byte">Seconds per byte of a document.</param>
/// <param name="DecodedByte">Seconds per byte of a decoded document.</param>
/// <param name="Ratio">Bytes after the encoding, divided by those before.</param>
public sealed record CodecSpeed(string Codec, int Level, double Value, double Byte, double DecodedByte, double Ratio)
{
    internal static CodecSpeed Between(CodecSpeed below, CodecSpeed above, double part)
    {
        return below with
        {
            Value = Mean(below.Value, above.Value),
            Byte = Mean(below.Byte, above.Byte),
            DecodedByte = Mean(below.DecodedByte, above.DecodedByte),
            Ratio = Mean(below.Ratio, above.Ratio),
        };

        double Mean(double first, double second) =>
            first <= 0 || second <= 0 ? first + ((second - first) * part) : first * Math.Pow(second / first, part);
    }
}
