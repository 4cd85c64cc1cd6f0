using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using HdrHistogram;
using HdrHistogram.Utilities;

namespace RedisPerf.Core.Statistics;

/// <summary>Latencies of a run in an HdrHistogram with three significant digits. Its memory does not depend on their number. Several
/// threads may record at the same time. In JSON it is a string: HdrHistogram's compressed format in Base64.</summary>
[JsonConverter(typeof(Base64))]
public sealed class LatencyHistogram
{
    /// <summary>A percentile is reported when at least this number of values is expected beyond it. The number beyond a percentile is
    /// binomial, so with ten its standard deviation is a third of it (Hahn and Meeker, Statistical Intervals, 1991, chapter 5).</summary>
    public const int MinBeyond = 10;

    /// <summary>Units of the histogram in a second: 0.1 µs, so that the digits of a short latency are not lost.</summary>
    private const long UnitsPerSecond = 10_000_000;

    /// <summary>An hour. A longer latency is recorded as an hour.</summary>
    private const long MaxUnits = 3_600 * UnitsPerSecond;

    private const int Digits = 3;

    /// <summary>The normal distribution has 95% of its values within this number of standard deviations.</summary>
    private const double Quantile = 1.96;

    private readonly LongConcurrentHistogram _histogram = new(1, MaxUnits, Digits);

    /// <summary>Number of values.</summary>
    public long Count => _histogram.TotalCount;

    /// <summary>Seconds; null without values.</summary>
    public double? Mean => Count > 0 ? _histogram.GetMean() / UnitsPerSecond : null;

    /// <summary>The longest latency in seconds, rounded up to the step of the histogram; null without values.</summary>
    public double? Max => Count > 0 ? (double)_histogram.GetMaxValue() / UnitsPerSecond : null;

    /// <summary>Records a latency.</summary>
    /// <param name="ticks">In the unit of <see cref="Stopwatch.GetTimestamp"/>; a negative one is recorded as 0.</param>
    public void Record(long ticks) => _histogram.RecordValue(Math.Clamp((long)(ticks * (UnitsPerSecond / (double)Stopwatch.Frequency)), 0, MaxUnits));

    /// <summary>Adds all values of another histogram.</summary>
    public void Add(LatencyHistogram other) => _histogram.Add(other._histogram);

    /// <summary>The latency in seconds that is not exceeded by a share of the values; null when fewer than
    /// <see cref="MinBeyond"/> are expected beyond it.</summary>
    /// <param name="share">From 0.5 to below 1: 0.999 is p99.9.</param>
    public double? Percentile(double share) =>
        IsSupported(Count, share) ? (double)_histogram.GetValueAtPercentile(100 * share) / UnitsPerSecond : null;

    /// <summary>The 95% confidence interval of <see cref="Percentile"/> in seconds, from the order of the values: the number of values below a
    /// percentile is binomial if they are independent (normal approximation), and each end includes its step of the histogram. Null when the
    /// percentile is not supported.</summary>
    /// <param name="share">As for <see cref="Percentile"/>.</param>
    public (double Low, double High)? PercentileInterval(double share)
    {
        if (!IsSupported(Count, share))
        {
            return null;
        }

        var half = Quantile * Math.Sqrt(share * (1 - share) / Count);
        return (
            (double)_histogram.LowestEquivalentValue(_histogram.GetValueAtPercentile(100 * (share - half))) / UnitsPerSecond,
            (_histogram.HighestEquivalentValue(_histogram.GetValueAtPercentile(100 * Math.Min(1, share + half))) + 1.0) / UnitsPerSecond);
    }

    /// <summary>Whether enough values are expected beyond a percentile. Without the rounding, 10,000 × (1 − 0.999) is a little below 10.</summary>
    /// <param name="count">Number of values.</param>
    /// <param name="share">From 0.5 to below 1.</param>
    internal static bool IsSupported(long count, double share) => Math.Round(count * (1 - share), 6) >= MinBeyond;

    private sealed class Base64 : JsonConverter<LatencyHistogram>
    {
        public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            var histogram = new LatencyHistogram();
            histogram._histogram.Add(HistogramEncoding.DecodeFromCompressedByteBuffer(ByteBuffer.Allocate(reader.GetBytesFromBase64()), MaxUnits));
            return histogram;
        }

        public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options)
        {
            var buffer = ByteBuffer.Allocate(value._histogram.GetNeededByteBufferCapacity());
            var length = value._histogram.EncodeIntoCompressedByteBuffer(buffer);
            buffer.Position = 0;
            writer.WriteBase64StringValue(Enumerable.Range(0, length).Select(_ => buffer.Get()).ToArray());
        }
    }
}
