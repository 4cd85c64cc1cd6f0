using System.Buffers.Binary;
using System.Security.Cryptography;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>The stored values of a payload: before each value its size in bytes, as 32 bits with the lowest byte first. So the same values
/// have the same hash, independently of line ends, and a value can have any bytes.</summary>
public static class PayloadFile
{
    private const int SizeBytes = sizeof(int);

    /// <summary>Writes values.</summary>
    public static void Write(Stream output, IReadOnlyList<byte[]> values)
    {
        Span<byte> size = stackalloc byte[SizeBytes];
        foreach (var value in values)
        {
            BinaryPrimitives.WriteInt32LittleEndian(size, value.Length);
            output.Write(size);
            output.Write(value);
        }
    }

    /// <summary>Whether a file has the content of a hash. Reads the whole file.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static async Task<bool> MatchesAsync(string path, string hash, CancellationToken ct)
    {
        await using var file = File.OpenRead(path);
        return Convert.ToHexStringLower(await SHA256.HashDataAsync(file, ct)) == hash;
    }

    /// <summary>The values that a request names.</summary>
    /// <returns>Null when the benchmark generates its documents.</returns>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidOperationException">The request has no path yet.</exception>
    public static IReadOnlyList<byte[]>? ValuesOf(JobRequest request) => request.Payload is null
        ? null
        : Read(request.PayloadFile ?? throw new InvalidOperationException("The runner sets the path of a payload before the cases are created."));

    /// <summary>Reads values.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidDataException">The file is truncated.</exception>
    public static IReadOnlyList<byte[]> Read(string path)
    {
        var content = File.ReadAllBytes(path);
        var values = new List<byte[]>();
        for (var at = 0; at < content.Length;)
        {
            var left = content.AsSpan(at);
            if (!BinaryPrimitives.TryReadInt32LittleEndian(left, out var size) || size < 0 || size > left.Length - SizeBytes)
            {
                throw new InvalidDataException($"The payload file {path} is truncated.");
            }

            values.Add(left.Slice(SizeBytes, size).ToArray());
            at += SizeBytes + size;
        }

        return values;
    }
}
