namespace RedisPerf.Core.Codecs;

/// <summary>
/// A way to write a JSON document as bytes, and to get it back. A codec holds no state between calls: any number of
/// threads may use one instance at the same time, and the same document gives the same bytes on each of them.
/// </summary>
public interface ICodec
{
    /// <summary>The codec's word, such as <c>gzip</c>; one inside another is named from outside in: <c>gzip-messagepack</c>.</summary>
    string Name { get; }

    /// <summary>The encoded document, in an array of its own size that belongs to the caller. What is needed on the way is recycled.</summary>
    /// <exception cref="System.Text.Json.JsonException">The codec reads the document, and it is not JSON.</exception>
    byte[] Encode(ReadOnlyMemory<byte> json);

    /// <summary>
    /// The document again. Codecs that do not look inside give back its very bytes; <see cref="MessagePackCodec"/> says
    /// what it gives back.
    /// </summary>
    /// <exception cref="InvalidDataException">The bytes are cut short or are not what this codec writes.</exception>
    byte[] Decode(ReadOnlyMemory<byte> encoded);
}
