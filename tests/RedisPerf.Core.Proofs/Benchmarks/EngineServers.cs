using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Proofs.Benchmarks;

public sealed class EmbeddedServer() : EngineServer(EmbeddedTarget.TargetName);

public sealed class ValkeyServer() : EngineServer(LocalTarget.ValkeyName);

public sealed class RecentRedisServer() : EngineServer(RecentRedis);

public sealed class RecentValkeyServer() : EngineServer(RecentValkey);

/// <summary>A redis-server whose clients encrypt.</summary>
public sealed class TlsServer() : EngineServer(LocalTarget.TlsName);
