namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>insert</c>: writes documents into the fields of hashes.</summary>
public abstract class InsertStrategy : Strategy<InsertWork>
{
    /// <summary>Decodes a value that the strategy stored. RedisPerf compares the result with the document. A strategy
    /// that stores the documents as they are does not override it.</summary>
    /// <param name="stored">The value of a field on the server.</param>
    /// <exception cref="InvalidDataException">The value cannot be decoded.</exception>
    public virtual byte[] Decode(byte[] stored) => stored;
}
