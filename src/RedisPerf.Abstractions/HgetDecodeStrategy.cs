namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>hget-decode</c>: reads documents from the fields of hashes and decodes them.</summary>
public abstract class HgetDecodeStrategy : Strategy<HgetDecodeWork>
{
    /// <summary>Encodes a document. RedisPerf writes the result to the server before the clock starts. A strategy that reads the documents as
    /// they are does not override it.</summary>
    /// <param name="document">The document.</param>
    public virtual byte[] Encode(byte[] document) => document;
}
