namespace RedisPerf.Core.Codecs;

/// <summary>Encodes a JSON document as bytes and decodes it. A codec has no state between calls: any number of threads may use one instance
/// at the same time, and the same document always gives the same bytes.</summary>
public interface ICodec
{
    /// <summary>The codec's name, such as <c>gzip</c>. A chain is named from the outside in: <c>gzip-messagepack</c>.</summary>
    string Name { get; }

    /// <summary>Whether the codec parses the document: it accepts JSON only, and a decoded document has the same values in the format of
    /// <see cref="Payloads.JsonLayout"/>.</summary>
    bool ParsesJson => false;

    /// <summary>Encodes a document into a new array of the exact size, which belongs to the caller. Intermediate buffers are pooled.</summary>
    /// <exception cref="System.Text.Json.JsonException">The codec parses the document, and it is not valid JSON.</exception>
    byte[] Encode(ReadOnlyMemory<byte> json);

    /// <summary>
    /// Decodes a document. Codecs that do not parse the JSON return the original bytes; <see cref="MessagePackCodec"/>
    /// documents its own guarantee.
    /// </summary>
    /// <exception cref="InvalidDataException">The bytes are truncated or not in this codec's format.</exception>
    byte[] Decode(ReadOnlyMemory<byte> encoded);
}
