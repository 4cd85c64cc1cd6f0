using RedisPerf.Core.Model;

namespace RedisPerf.Core.Payloads;

/// <summary>The values of an input, and the form that they were read in.</summary>
public sealed record PayloadContent(PayloadForm Form, IReadOnlyList<byte[]> Values);
