using System.Globalization;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The sizes of the values of keys, for limits and estimates.</summary>
/// <param name="MeanBytes">The mean size in bytes.</param>
/// <param name="MaxBytes">The largest size in bytes.</param>
internal sealed record ValueSizes(double MeanBytes, int MaxBytes)
{
    /// <summary>Limits the data of keys on the server.</summary>
    private const long MaxBytesOfKeys = 1L << 30;

    /// <summary>Generated values.</summary>
    /// <param name="bytes">The size of all values.</param>
    /// <param name="sizes">Several sizes instead; null for one size.</param>
    public static ValueSizes Of(int bytes, SizeDistribution? sizes) => sizes is null ? new(bytes, bytes) : new(sizes.MeanBytes, sizes.Max);

    /// <summary>The values of a user.</summary>
    public static ValueSizes Of(PayloadDescription payload) => new(payload.MeanBytes(), payload.MaximumBytes);

    /// <summary>The values of a job: those of its payload, otherwise generated ones.</summary>
    public static ValueSizes Of(JobRequest request, int bytes, SizeDistribution? sizes) =>
        request.Payload is { } payload ? Of(payload) : Of(bytes, sizes);

    /// <summary>The mean bytes of a number of values; exact for values of one size.</summary>
    public long BytesOf(long values) => (long)Math.Ceiling(values * MeanBytes);

    /// <summary>The number of keys whose mean bytes are within the limit of 1 GB, as the end of an error about an option.</summary>
    /// <returns>Null when the number of keys is within the limit.</returns>
    public string? TooManyKeys(int keys) => BytesOf(keys) <= MaxBytesOfKeys
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"must be at most {Math.Floor(MaxBytesOfKeys / MeanBytes):N0} with values "
            + $"of {MeanBytes:N0} bytes{(MeanBytes < MaxBytes ? " on average" : "")}: 1 GB.");

    /// <summary>The same for values of which each may have the largest size, and another limit.</summary>
    public string? TooManyLargest(int values, long maxBytes, string limit) => (long)values * MaxBytes <= maxBytes
        ? null
        : string.Create(CultureInfo.InvariantCulture,
            $"must be at most {maxBytes / MaxBytes:N0} with values of {(MeanBytes < MaxBytes ? "up to " : "")}{MaxBytes:N0} bytes: {limit}.");
}
