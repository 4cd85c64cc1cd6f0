using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>The code of the strategies of <c>hget-decode</c> for a program of a user: it reads and decodes fields of one hash.</summary>
public static class HgetDecodeSnippets
{
    private const string Names = "IDatabase db, RedisKey key, IEnumerable<string> names";

    private const string Memory = "All documents are in memory at the end. For large results, process each document instead of collecting it.";

    private const string Decoding = "Decoding uses the CPU of all cores of the client.";

    private static readonly (string Namespace, string? Package) MessagePackPackage = ("MessagePack", "MessagePack");

    public static Snippet Hget { get; } = Snippet.Of<HgetDecodeOptions>(
        Names,
        (options, payload) => $$"""
            var documents = new ConcurrentDictionary<string, byte[]>();
            var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InsertSnippets.InFlight(options, payload, 1):N0}} };
            await Parallel.ForEachAsync(names, inFlight, async (name, _) =>
            {
                documents[name] = (byte[]?)await db.HashGetAsync(key, name)
                    ?? throw new KeyNotFoundException($"The hash has no field {name}.");
            });
            """,
        "The values take the most memory on the server and the most bytes on the network.",
        Memory) with
    {
        Result = "documents",
        Namespaces = [("System.Collections.Concurrent", null)],
    };

    public static Snippet Lease { get; } = Snippet.Of<HgetDecodeOptions>(
        Names,
        (options, payload) => $$"""
            var documents = new ConcurrentDictionary<string, byte[]>();
            var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InsertSnippets.InFlight(options, payload, 1):N0}} };
            await Parallel.ForEachAsync(names, inFlight, async (name, _) =>
            {
                using var value = await db.HashGetLeaseAsync(key, name)
                    ?? throw new KeyNotFoundException($"The hash has no field {name}.");
                // Use value.Span here. The array is only for the result.
                documents[name] = value.Span.ToArray();
            });
            """,
        "The memory of a value is valid until it is disposed, so no part of it may be kept.",
        "The values take the most memory on the server and the most bytes on the network.") with
    {
        Result = "documents",
        Namespaces = [("System.Collections.Concurrent", null)],
    };

    public static Snippet Hgetex { get; } = Snippet.Of<HgetDecodeOptions>(
        Names,
        (options, payload) => $$"""
            var documents = new ConcurrentDictionary<string, byte[]>();
            var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InsertSnippets.InFlight(options, payload, 1):N0}} };
            await Parallel.ForEachAsync(names, inFlight, async (name, _) =>
            {
                var value = await db.HashFieldGetAndSetExpiryAsync(key, name, TimeSpan.FromDays(1));
                documents[name] = (byte[]?)value
                    ?? throw new KeyNotFoundException($"The hash has no field {name}.");
            });
            """,
        "The server needs HGETEX: Redis 8.0 or Valkey 9.0.",
        "Each read is a write for the server: it is replicated and written to an append-only file.",
        Memory) with
    {
        Result = "documents",
        Namespaces = [("System.Collections.Concurrent", null)],
    };

    public static Snippet Gzip { get; } = Decoded(
        """
        static byte[] Decode(byte[] value)
        {
            using var gzip = new GZipStream(new MemoryStream(value), CompressionMode.Decompress);
            using var json = new MemoryStream();
            gzip.CopyTo(json);
            return json.ToArray();
        }
        """,
        ("System.IO.Compression", null));

    public static Snippet Brotli { get; } = Decoded(
        """
        static byte[] Decode(byte[] value)
        {
            using var brotli = new BrotliStream(new MemoryStream(value), CompressionMode.Decompress);
            using var json = new MemoryStream();
            brotli.CopyTo(json);
            return json.ToArray();
        }
        """,
        ("System.IO.Compression", null));

    public static Snippet Lz4 { get; } = Decoded(
        """
        static byte[] Decode(byte[] value) =>
            LZ4Frame.Decode(value, new ArrayBufferWriter<byte>()).WrittenSpan.ToArray();
        """,
        ("K4os.Compression.LZ4.Streams", "K4os.Compression.LZ4.Streams"),
        ("System.Buffers", null));

    public static Snippet Zstd { get; } = Decoded(
        """
        static byte[] Decode(byte[] value)
        {
            using var zstd = new Decompressor();
            return zstd.Unwrap(value).ToArray();
        }
        """,
        ("ZstdSharp", "ZstdSharp.Port"));

    public static Snippet MessagePack { get; } = Decoded(
        """
        static byte[] Decode(byte[] value) =>
            Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(value));
        """,
        MessagePackPackage,
        ("System.Text", null));

    public static Snippet MessagePackLz4 { get; } = Decoded(
        """
        static byte[] Decode(byte[] value)
        {
            var options = MessagePackSerializerOptions.Standard
                .WithCompression(MessagePackCompression.Lz4BlockArray);
            return Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(value, options));
        }
        """,
        MessagePackPackage,
        ("System.Text", null));

    public static Snippet GzipMessagePack { get; } = Decoded(
        """
        static byte[] Decode(byte[] value)
        {
            using var gzip = new GZipStream(new MemoryStream(value), CompressionMode.Decompress);
            using var messagePack = new MemoryStream();
            gzip.CopyTo(messagePack);
            return Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(messagePack.ToArray()));
        }
        """,
        MessagePackPackage,
        ("System.IO.Compression", null),
        ("System.Text", null));

    public static Snippet MessagePackTyped { get; } = Snippet.Of<HgetDecodeOptions>(
        Names,
        (options, payload) => $$"""
            // Document is a class of your own with [MessagePackObject] and a [Key] on each property.
            var documents = new ConcurrentDictionary<string, Document>();
            var safe = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData);
            var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InsertSnippets.InFlight(options, payload, 1):N0}} };
            await Parallel.ForEachAsync(names, inFlight, async (name, ct) =>
            {
                var value = (byte[]?)await db.HashGetAsync(key, name)
                    ?? throw new KeyNotFoundException($"The hash has no field {name}.");
                documents[name] = await Task.Run(
                    () => MessagePackSerializer.Deserialize<Document>(value, safe), ct);
            });
            """,
        "Only programs with the class can read the values, and the numbers of its keys must never change.",
        Memory) with
    {
        Result = "documents",
        Namespaces = [MessagePackPackage, ("System.Collections.Concurrent", null)],
    };

    private static Snippet Decoded(string decode, params IReadOnlyList<(string Namespace, string? Package)> namespaces) =>
        Snippet.Of<HgetDecodeOptions>(
            Names,
            (options, payload) => $$"""
                var documents = new ConcurrentDictionary<string, byte[]>();
                var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InsertSnippets.InFlight(options, payload, 1):N0}} };
                await Parallel.ForEachAsync(names, inFlight, async (name, ct) =>
                {
                    var value = (byte[]?)await db.HashGetAsync(key, name)
                        ?? throw new KeyNotFoundException($"The hash has no field {name}.");
                    documents[name] = await Task.Run(() => Decode(value), ct);
                });

                {{decode}}
                """,
            Decoding,
            Memory) with
        {
            Result = "documents",
            Namespaces = [.. namespaces, ("System.Collections.Concurrent", null)],
        };
}
