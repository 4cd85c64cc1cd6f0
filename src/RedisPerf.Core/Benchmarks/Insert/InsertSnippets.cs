using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The code of the strategies of <c>insert</c> for a program of a user: it writes documents as fields of one hash.</summary>
public static class InsertSnippets
{
    private const string Fields = "IDatabase db, RedisKey key, IEnumerable<HashEntry> documents";
    private const string Documents = "IDatabase db, RedisKey key, IReadOnlyDictionary<string, byte[]> documents";

    private const string NotAtomic = "The documents are not written as one unit: other clients can see a part of them.";
    private const string Encoding = "Encoding uses the CPU of all cores of the client.";

    private const string Opaque = "Only programs that decode the values can read them: no redis-cli, no script and no query of the server.";

    private const string Memory = "The client keeps the documents in flight in memory.";

    // Measured with documents of 32 KB: 93 and 252 MB/s.
    private const string OwnConversion =
        "The package converts JSON text. It takes about 2.5 times as long as the conversion from UTF-8 that was measured, and accepts "
        + "some invalid JSON.";

    public static Snippet MultiExec { get; } = Snippet.Of<InsertOptions>(
        Fields,
        (options, payload) => $$"""
            var transactions = new Queue<Task>();
            foreach (var fields in documents.Chunk({{options.BatchSize:N0}}))
            {
                if (transactions.Count == {{InFlight(options, payload, options.BatchSize):N0}}) // {{options.WindowBytes:N0}} bytes
                {
                    await transactions.Dequeue();
                }

                var transaction = db.CreateTransaction();
                foreach (var field in fields)
                {
                    _ = transaction.HashSetAsync(key, field.Name, field.Value);
                }

                transactions.Enqueue(transaction.ExecuteAsync());
            }

            await Task.WhenAll(transactions);
            """,
        "Each transaction is atomic, but not all of them together.",
        "Other clients wait while the server executes a transaction, and the server keeps its commands in memory until EXEC.",
        "In a cluster, all keys of a transaction must have the same hash slot.");

    public static Snippet Batch { get; } = Snippet.Of<InsertOptions>(
        Fields,
        (options, payload) => $$"""
            var replies = new Queue<Task>();
            foreach (var document in documents)
            {
                if (replies.Count == {{InFlight(options, payload, 1):N0}}) // {{options.WindowBytes:N0}} bytes in flight
                {
                    await replies.Dequeue();
                }

                replies.Enqueue(db.HashSetAsync(key, document.Name, document.Value));
            }

            await Task.WhenAll(replies);
            """,
        NotAtomic,
        Memory);

    public static Snippet Hset { get; } = Snippet.Of<InsertOptions>(
        Fields,
        (options, payload) => $$"""
            var replies = new Queue<Task>();
            foreach (var fields in documents.Chunk({{options.FieldsPerHset:N0}}))
            {
                if (replies.Count == {{InFlight(options, payload, options.FieldsPerHset):N0}}) // {{options.WindowBytes:N0}} bytes in flight
                {
                    await replies.Dequeue();
                }

                replies.Enqueue(db.HashSetAsync(key, fields));
            }

            await Task.WhenAll(replies);
            """,
        "Each HSET is atomic, but not all of them together.",
        "A call writes fields of one hash only.",
        "Other clients wait while the server executes a call with many fields.");

    public static Snippet Hsetex { get; } = Snippet.Of<InsertOptions>(
        Fields,
        (options, payload) => $$"""
            var replies = new Queue<Task>();
            foreach (var fields in documents.Chunk({{options.FieldsPerHset:N0}}))
            {
                if (replies.Count == {{InFlight(options, payload, options.FieldsPerHset):N0}}) // {{options.WindowBytes:N0}} bytes in flight
                {
                    await replies.Dequeue();
                }

                replies.Enqueue(db.HashFieldSetAndSetExpiryAsync(key, fields, TimeSpan.FromDays(1)));
            }

            await Task.WhenAll(replies);
            """,
        "The server needs HSETEX: Redis 8.0 or Valkey 9.0.",
        "Each HSETEX is atomic, but not all of them together.",
        "A call writes fields of one hash only.",
        "The server keeps an expiry for each field, which takes memory.");

    public static Snippet Himport { get; } = Snippet.Of(
        Fields,
        """
        // From version 3.4 of the package on. Use the names for all hashes that have them.
        HashEntry[] fields = [.. documents];
        using var names = HashImport.Create([.. fields.Select(field => field.Name)]);
        await db.HashImportAsync(key, names, fields.Select(field => field.Value).ToArray());
        """,
        "The server needs HIMPORT: Redis 8.10.",
        "The call replaces a hash that exists, with all of its fields.",
        "All values of a hash are in one command: other clients wait while the server executes it, and the client keeps it in memory.");

    public static Snippet Lua { get; } = Snippet.Of<InsertOptions>(
        Fields,
        (options, payload) => $$"""
            const string script = "return redis.call('HSET', KEYS[1], unpack(ARGV))";
            var replies = new Queue<Task>();
            foreach (var fields in documents.Chunk({{options.FieldsPerLua:N0}}))
            {
                if (replies.Count == {{InFlight(options, payload, options.FieldsPerLua):N0}}) // {{options.WindowBytes:N0}} bytes in flight
                {
                    await replies.Dequeue();
                }

                RedisValue[] arguments = [.. fields.SelectMany(field => new[] { field.Name, field.Value })];
                replies.Enqueue(db.ScriptEvaluateAsync(script, [key], arguments));
            }

            await Task.WhenAll(replies);
            """,
        "The server needs Lua, which some engines and hosted services disable.",
        "Other clients wait while the script runs.",
        "A call has at most 3,999 fields, because unpack returns at most 7,999 values.");

    public static Snippet Gzip { get; } = Encoded(
        options => $$"""
            static byte[] Encode(byte[] json)
            {
                using var output = new MemoryStream();
                using (var gzip = new GZipStream(output, CompressionLevel.{{Insert.Gzip.Level(options)}}))
                {
                    gzip.Write(json);
                }

                return output.ToArray();
            }
            """,
        [("System.IO.Compression", null)]);

    public static Snippet Brotli { get; } = Encoded(
        options => $$"""
            static byte[] Encode(byte[] json)
            {
                var buffer = new byte[BrotliEncoder.GetMaxCompressedLength(json.Length)];
                BrotliEncoder.TryCompress(json, buffer, out var length, quality: {{options.BrotliLevel:N0}}, window: 22);
                return buffer[..length];
            }
            """,
        [("System.IO.Compression", null)]);

    public static Snippet Lz4 { get; } = Encoded(
        options => $$"""
            static byte[] Encode(byte[] json)
            {
                LZ4EncoderSettings frame = new() { CompressionLevel = LZ4Level.{{Lz4Codec.LevelOf(options.Lz4Level)}}, ChainBlocks = false };
                return LZ4Frame.Encode(json, new ArrayBufferWriter<byte>(), frame).WrittenSpan.ToArray();
            }
            """,
        [("System.Buffers", null), ("K4os.Compression.LZ4", null), ("K4os.Compression.LZ4.Streams", "K4os.Compression.LZ4.Streams")]);

    public static Snippet Zstd { get; } = Encoded(
        options => $$"""
            static byte[] Encode(byte[] json)
            {
                using var zstd = new Compressor({{options.ZstdLevel:N0}});
                return zstd.Wrap(json).ToArray();
            }
            """,
        [("ZstdSharp", "ZstdSharp.Port")]);

    public static Snippet MessagePack { get; } = Encoded(
        _ => $"""
            static byte[] Encode(byte[] json) =>
                MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(json));
            """,
        [("System.Text", null), MessagePackPackage],
        OwnConversion);

    public static Snippet MessagePackLz4 { get; } = Encoded(
        _ => $$"""
            static byte[] Encode(byte[] json)
            {
                var options = MessagePackSerializerOptions.Standard
                    .WithCompression(MessagePackCompression.Lz4BlockArray);
                return MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(json), options);
            }
            """,
        [("System.Text", null), MessagePackPackage],
        OwnConversion);

    public static Snippet GzipMessagePack { get; } = Encoded(
        options => $$"""
            static byte[] Encode(byte[] json)
            {
                using var output = new MemoryStream();
                using (var gzip = new GZipStream(output, CompressionLevel.{{Insert.Gzip.Level(options)}}))
                {
                    gzip.Write(MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(json)));
                }

                return output.ToArray();
            }
            """,
        [("System.IO.Compression", null), ("System.Text", null), MessagePackPackage],
        OwnConversion);

    public static Snippet MessagePackTyped { get; } = Snippet.Of<InsertOptions>(
        "IDatabase db, RedisKey key, IReadOnlyDictionary<string, Document> documents",
        (options, payload) => $$"""
            // Document is a class of your own with [MessagePackObject] and a [Key] on each property.
            var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InFlight(options, payload, 1):N0}} };
            await Parallel.ForEachAsync(documents, inFlight, async (document, ct) =>
            {
                var value = await Task.Run(() => MessagePackSerializer.Serialize(document.Value), ct);
                await db.HashSetAsync(key, document.Key, value);
            });
            """,
        NotAtomic,
        "Only programs with the class can read the values, and the numbers of its keys must never change.") with
    {
        Namespaces = [MessagePackPackage],
    };

    private static (string Namespace, string? Package) MessagePackPackage => ("MessagePack", "MessagePack");

    /// <summary>Documents that are in flight at the same time for each number of fields in a call.</summary>
    internal static long InFlight(DocumentOptions options, PayloadDescription? payload, int fieldsPerCall) => Snippet.CallsInFlight(
        options.WindowBytes, fieldsPerCall * (payload?.MeanBytes() ?? ((double)options.DistinctBytes / options.DistinctPayloads)));

    private static Snippet Encoded(
        Func<InsertOptions, FormattableString> encode, IReadOnlyList<(string Namespace, string? Package)> namespaces,
        params IReadOnlyList<string> givenUp) => Snippet.Of<InsertOptions>(
            Documents,
            (options, payload) => $$"""
                var inFlight = new ParallelOptions { MaxDegreeOfParallelism = {{InFlight(options, payload, 1):N0}} };
                await Parallel.ForEachAsync(documents, inFlight, async (document, ct) =>
                {
                    var value = await Task.Run(() => Encode(document.Value), ct);
                    await db.HashSetAsync(key, document.Key, value);
                });

                {{encode(options)}}
                """,
            [
                Opaque,
                Encoding,
                NotAtomic,
                .. givenUp,
            ]) with
        {
            Namespaces = namespaces,
        };
}
