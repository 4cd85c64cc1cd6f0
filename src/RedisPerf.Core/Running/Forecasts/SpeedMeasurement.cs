using System.Diagnostics;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using MathNet.Numerics.Statistics;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Running.Forecasts;

/// <summary>Measures the speed of this machine in about a second: codecs, and a socket of the loopback interface. It starts no server.</summary>
public static class SpeedMeasurement
{
    private const int Small = 1 << 10;
    private const int Large = 32 << 10;

    /// <summary>A client and a server do more for a command than a socket that echoes it.</summary>
    private const double RoundTripPerEcho = 1.8;

    /// <summary>The same for a byte.</summary>
    private const double ByteTimePerEcho = 1.5;

    /// <summary>Without another measurement, a codec is measured for this time.</summary>
    private static readonly TimeSpan PerCodec = TimeSpan.FromMilliseconds(15);

    private const int CallsToCompile = 60;

    private static readonly TimeSpan TimeToCompile = TimeSpan.FromMilliseconds(250);

    /// <summary>No measurement starts after this time.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(1.5);

    private static readonly (string Codec, int Level, Func<ICodec> Create)[] Levels =
    [
        ("gzip", 1, () => new GzipCodec()),
        ("messagepack", 0, () => new MessagePackCodec()),
        ("lz4", 1, () => new Lz4Codec()),
        ("zstd", 3, () => new ZstdCodec()),
        ("brotli", 1, () => new BrotliCodec()),
        ("gzip", 0, () => new GzipCodec(CompressionLevel.Fastest)),
        ("gzip", 2, () => new GzipCodec(CompressionLevel.SmallestSize)),
        ("brotli", 5, () => new BrotliCodec(5)),
        ("zstd", 9, () => new ZstdCodec(9)),
        ("lz4", 3, () => new Lz4Codec(3)),
        ("lz4", 12, () => new Lz4Codec(12)),
        ("zstd", 19, () => new ZstdCodec(19)),
        ("brotli", 9, () => new BrotliCodec(9)),
        ("brotli", 11, () => new BrotliCodec(11)),
    ];

    /// <summary>The codecs of <see cref="MachineSpeed.Reference"/>, with documents of 32 KB.</summary>
    internal static IReadOnlyList<CodecSpeed> ReferenceCodecs { get; } =
    [
        new("gzip", 0, 15e-6, 3.2e-9, 2e-9, 0.42),
        new("gzip", 1, 15e-6, 15e-9, 2e-9, 0.32),
        new("gzip", 2, 15e-6, 40e-9, 2e-9, 0.31),
        new("messagepack", 0, 2e-6, 2.5e-9, 2.5e-9, 0.79),
        new("lz4", 1, 5e-6, 2e-9, 1e-9, 0.6),
        new("lz4", 3, 5e-6, 15e-9, 1e-9, 0.5),
        new("lz4", 12, 5e-6, 60e-9, 1e-9, 0.45),
        new("zstd", 3, 10e-6, 5e-9, 2e-9, 0.33),
        new("zstd", 9, 20e-6, 20e-9, 2e-9, 0.31),
        new("zstd", 19, 50e-6, 200e-9, 2e-9, 0.29),
        new("brotli", 1, 10e-6, 3e-9, 3e-9, 0.36),
        new("brotli", 5, 20e-6, 35e-9, 3e-9, 0.31),
        new("brotli", 9, 50e-6, 500e-9, 3e-9, 0.3),
        new("brotli", 11, 100e-6, 2e-6, 3e-9, 0.27),
    ];

    /// <summary>Identifies this build of the program, which is stored with its measurements.</summary>
    public static string Version { get; } = typeof(SpeedMeasurement).Assembly.ManifestModule.ModuleVersionId.ToString("N");

    /// <summary>Measures. What does not fit into the time has the figure of the reference machine, in proportion to the rest.</summary>
    public static async Task<MachineSpeed> RunAsync(CancellationToken ct)
    {
        var start = Stopwatch.GetTimestamp();
        var (roundTrip, perByte) = await MeasureSocketAsync(ct);
        var fastest = new Dictionary<(string, int), CodecSpeed>();
        var (small, large) = (PeopleDocument.Create(Small, seed: 1), PeopleDocument.Create(Large, seed: 1));
        await CompileAsync(small, ct);
        // Twice: the start of the program, or another one, can use the cores for a moment.
        foreach (var (name, level, create) in Levels.Concat(Levels))
        {
            ct.ThrowIfCancellationRequested();
            if (fastest.Count > 0 && Stopwatch.GetElapsedTime(start) > Limit)
            {
                break;
            }

            var measured = Measure(name, level, create(), small, large);
            fastest[(name, level)] = fastest.TryGetValue((name, level), out var known) && known.Byte < measured.Byte ? known : measured;
        }

        // The native codecs are equally optimized in each build.
        var codecs = fastest.Values.ToList();
        var cpu = codecs.Where(codec => codec.Codec is "gzip" or "brotli").Select(codec => codec.Byte / ReferenceOf(codec).Byte).Median();
        codecs.AddRange(ReferenceCodecs
            .Where(known => !codecs.Exists(codec => (codec.Codec, codec.Level) == (known.Codec, known.Level)))
            .Select(known => known with { Value = known.Value * cpu, Byte = known.Byte * cpu, DecodedByte = known.DecodedByte * cpu }).ToArray());
        return new()
        {
            Machine = Environment.MachineName,
            Version = Version,
            Cores = Environment.ProcessorCount,
            RoundTrip = roundTrip * RoundTripPerEcho,
            Byte = perByte * ByteTimePerEcho,
            Cpu = cpu,
            Codecs = codecs,
        };
    }

    // A method is optimized in the background after 30 calls. The runs of a job have optimized code.
    private static async Task CompileAsync(byte[] document, CancellationToken ct)
    {
        foreach (var codec in Levels.DistinctBy(level => level.Codec).Select(level => level.Create()))
        {
            for (var call = 0; call < CallsToCompile; call++)
            {
                codec.Decode(codec.Encode(document));
            }
        }

        await Task.Delay(TimeToCompile, ct);
    }

    private static CodecSpeed ReferenceOf(CodecSpeed codec) =>
        ReferenceCodecs.Single(known => (known.Codec, known.Level) == (codec.Codec, codec.Level));

    private static CodecSpeed Measure(string name, int level, ICodec codec, byte[] small, byte[] large)
    {
        // The first calls are compiled and fill the caches.
        codec.Decode(codec.Encode(small));
        var encoded = codec.Encode(large);
        var (ofSmall, ofLarge) = (Best(() => codec.Encode(small)), Best(() => codec.Encode(large)));
        var perByte = Math.Max((ofLarge - ofSmall) / (Large - Small), ofLarge / Large / 2);
        return new(name, level, Math.Max(0, ofSmall - (perByte * Small)), perByte, Best(() => codec.Decode(encoded)) / Large,
            (double)encoded.Length / Large);
    }

    // Other programs only add to a time.
    private static double Best(Action action)
    {
        var (best, start) = (double.MaxValue, Stopwatch.GetTimestamp());
        do
        {
            var before = Stopwatch.GetTimestamp();
            action();
            best = Math.Min(best, Stopwatch.GetElapsedTime(before).TotalSeconds);
        }
        while (Stopwatch.GetElapsedTime(start) < PerCodec / 3);

        return best;
    }

    private static async Task<(double RoundTrip, double PerByte)> MeasureSocketAsync(CancellationToken ct)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient { NoDelay = true };
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, ct);
        using var accepted = await listener.AcceptTcpClientAsync(ct);
        accepted.NoDelay = true;
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var echo = EchoAsync(accepted.GetStream(), ended.Token);
        try
        {
            var stream = client.GetStream();
            return (await BestAsync(stream, 64, 300, ct), Math.Max(0, await BestAsync(stream, Large, 60, ct)) / Large);
        }
        finally
        {
            client.Close();
            await echo;
        }
    }

    private static async Task<double> BestAsync(NetworkStream stream, int bytes, int count, CancellationToken ct)
    {
        var (buffer, reply) = (new byte[bytes], new byte[1]);
        var times = new double[count];
        buffer[^1] = 1;
        for (var index = 0; index < count; index++)
        {
            var before = Stopwatch.GetTimestamp();
            await stream.WriteAsync(buffer, ct);
            await stream.ReadExactlyAsync(reply, ct);
            times[index] = Stopwatch.GetElapsedTime(before).TotalSeconds;
        }

        // The fastest quarter: other programs only add to a time.
        return times.Order().ElementAt(count / 4);
    }

    // A message ends with a byte that is not 0.
    private static async Task EchoAsync(NetworkStream stream, CancellationToken ct)
    {
        var buffer = new byte[64 << 10];
        try
        {
            for (int read; (read = await stream.ReadAsync(buffer, ct)) > 0;)
            {
                if (buffer[read - 1] != 0)
                {
                    await stream.WriteAsync(buffer.AsMemory(0, 1), ct);
                }
            }
        }
        catch (IOException)
        {
            // The other end is closed: the measurement has ended.
        }
    }
}
