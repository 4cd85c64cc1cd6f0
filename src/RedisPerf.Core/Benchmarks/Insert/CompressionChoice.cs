namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The compression level; the names of <see cref="System.IO.Compression.CompressionLevel"/>.</summary>
public enum CompressionChoice
{
    Fastest,
    Optimal,
    Smallest,
}
