namespace RedisPerf.Core.Model;

/// <summary>The payload that a user gave for a job, without its content: the ledger, pages and reports have only this.</summary>
public sealed record PayloadDescription
{
    /// <summary>Where the values come from.</summary>
    public required PayloadSource Source { get; init; }

    /// <summary>How the values were read; null for a sample, and for a payload of an earlier version.</summary>
    public PayloadForm? Form { get; init; }

    /// <summary>The SHA-256 of the stored values in 64 lower-case hexadecimal digits. It identifies the payload.</summary>
    public required string Hash { get; init; }

    /// <summary>The name of the file without its path, or the pattern of a sample.</summary>
    public required string Name { get; init; }

    /// <summary>Number of values.</summary>
    public required int Values { get; init; }

    /// <summary>The sum of the sizes in bytes.</summary>
    public required long TotalBytes { get; init; }

    /// <summary>The size of the smallest value in bytes.</summary>
    public required int MinimumBytes { get; init; }

    /// <summary>Half of the values have at most this size in bytes.</summary>
    public required int MedianBytes { get; init; }

    /// <summary>90% of the values have at most this size in bytes.</summary>
    public required int P90Bytes { get; init; }

    /// <summary>The size of the largest value in bytes.</summary>
    public required int MaximumBytes { get; init; }

    /// <summary>The bytes of all values, divided by their bytes after gzip of each value.</summary>
    public required double GzipRatio { get; init; }

    /// <summary>The mean size of a value in bytes.</summary>
    public double MeanBytes() => (double)TotalBytes / Values;

    /// <summary>An upper bound of the bytes of a number of items that use the values in rotation: exact for whole rotations.</summary>
    public long BytesAtMost(long items) => (items / Values * TotalBytes) + Math.Min(TotalBytes, items % Values * MaximumBytes);
}

/// <summary>Where the values of a payload come from. In JSON the names are camelCase.</summary>
public enum PayloadSource
{
    /// <summary>One file is one value.</summary>
    File,

    /// <summary>A file has several values.</summary>
    Lines,

    /// <summary>Values of existing keys.</summary>
    Sample,
}

/// <summary>The form of a file with values. In JSON the names are camelCase.</summary>
public enum PayloadForm
{
    /// <summary>Each line is a JSON value; blank lines are skipped.</summary>
    JsonLines,

    /// <summary>Each item of a JSON array is a value.</summary>
    JsonArray,

    /// <summary>One JSON value that is not an array.</summary>
    JsonDocument,

    /// <summary>JSON objects or arrays one after another, each over any number of lines.</summary>
    JsonStream,

    /// <summary>Each line of a text is a value; blank lines are skipped.</summary>
    Text,

    /// <summary>The file is one value: any bytes, unchanged.</summary>
    Value,
}
