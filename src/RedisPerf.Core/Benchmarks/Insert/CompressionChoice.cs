namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>How hard an encoder tries; the words of <see cref="System.IO.Compression.CompressionLevel"/>.</summary>
public enum CompressionChoice
{
    Fastest,
    Optimal,
    Smallest,
}
