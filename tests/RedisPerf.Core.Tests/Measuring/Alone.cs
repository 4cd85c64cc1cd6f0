namespace RedisPerf.Core.Tests.Measuring;

/// <summary>
/// Tests that cut connections in the middle of their commands: client 1.2.6 keeps the boxes of its replies for all
/// connections of a process together, and one of a command that was being written would be given to a test beside (see ReplyBoxes).
/// </summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
