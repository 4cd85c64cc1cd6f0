namespace RedisPerf.Core.Tests.Measuring;

/// <summary>
/// Tests that cut connections in the middle of their commands: client 1.2.6 keeps its bookkeeping for all connections of
/// a process together, and was seen to lose a reply of one while another was being cut.
/// </summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
