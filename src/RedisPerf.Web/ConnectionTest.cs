using RedisPerf.Core.Model;

namespace RedisPerf.Web;

/// <summary>The result of opening a target: its environment, or why it could not be opened.</summary>
/// <param name="At">The time of the test.</param>
/// <param name="Environment">Null when it failed.</param>
/// <param name="UsedMemory">Bytes of its data; null when the engine does not report them.</param>
/// <param name="Failure">Null when it succeeded.</param>
public sealed record ConnectionTest(DateTimeOffset At, TargetEnvironment? Environment, long? UsedMemory, Reason? Failure);
