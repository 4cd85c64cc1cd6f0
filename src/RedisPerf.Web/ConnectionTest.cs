using RedisPerf.Core.Model;

namespace RedisPerf.Web;

/// <summary>What came of opening a target: its environment, or why it could not be opened.</summary>
/// <param name="At">When.</param>
/// <param name="Environment">Null when it failed.</param>
/// <param name="UsedMemory">Bytes that its data uses; null when not reported.</param>
/// <param name="Failure">Null when it succeeded.</param>
public sealed record ConnectionTest(DateTimeOffset At, TargetEnvironment? Environment, long? UsedMemory, Reason? Failure);
