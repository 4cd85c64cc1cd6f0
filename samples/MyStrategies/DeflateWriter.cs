using System.IO.Compression;
using RedisPerf.Abstractions;
using RedisPerf.StackExchange;
using StackExchange.Redis;

namespace MyStrategies;

/// <summary>The documents as a program with its own encoding stores them. RedisPerf verifies them with <see cref="Decode"/>.</summary>
[Strategy("deflate", "One HSET per field, each value compressed with deflate.")]
public sealed class DeflateWriter : StackExchangeInsertStrategy
{
    public override byte[] Decode(byte[] stored)
    {
        using var document = new MemoryStream();
        using var input = new DeflateStream(new MemoryStream(stored), CompressionMode.Decompress);
        input.CopyTo(document);
        return document.ToArray();
    }

    protected override async Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(context.MaxBytesInFlight);
        foreach (var field in work.Fields)
        {
            var value = Encode(field.Value);
            await window.AddAsync(database.HashSetAsync(field.Key, field.Name, value), value.Length, ct);
        }

        await window.DrainAsync(ct);
    }

    private static byte[] Encode(byte[] document)
    {
        var output = new MemoryStream();
        using (var deflate = new DeflateStream(output, CompressionLevel.Fastest))
        {
            deflate.Write(document);
        }

        return output.ToArray();
    }
}
