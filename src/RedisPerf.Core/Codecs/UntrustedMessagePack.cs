using MessagePack;

namespace RedisPerf.Core.Codecs;

/// <summary>Deserializes MessagePack that a server returned, which may be damaged or hostile.</summary>
public static class UntrustedMessagePack
{
    private static readonly MessagePackSerializerOptions Safe = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData);

    /// <summary>Deserializes the only value in <paramref name="encoded"/>; null for nil.</summary>
    /// <exception cref="InvalidDataException">The bytes are not exactly one value of the type.</exception>
    public static T? Deserialize<T>(ReadOnlyMemory<byte> encoded)
        where T : class
    {
        int read;
        T? value;
        try
        {
            // The package wraps every exception of its readers in this one.
            value = MessagePackSerializer.Deserialize<T?>(encoded, Safe, out read);
        }
        catch (MessagePackSerializationException e)
        {
            throw new InvalidDataException(FormattableString.Invariant(
                $"These {encoded.Length} bytes are not a {typeof(T).Name} in MessagePack: {(e.InnerException ?? e).Message}"), e);
        }

        return read == encoded.Length
            ? value
            : throw new InvalidDataException(FormattableString.Invariant(
                $"These {encoded.Length} bytes are not one {typeof(T).Name} in MessagePack: {encoded.Length - read} bytes follow the value."));
    }
}
