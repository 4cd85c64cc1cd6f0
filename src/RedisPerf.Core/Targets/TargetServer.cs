namespace RedisPerf.Core.Targets;
public sealed class TargetServer { }
