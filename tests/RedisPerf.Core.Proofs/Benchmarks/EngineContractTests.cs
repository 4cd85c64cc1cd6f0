using RedisPerf.Core.Tests.Benchmarks;

namespace RedisPerf.Core.Proofs.Benchmarks;

// The contract of all strategies on the engines that the quick tests do not use. The cluster has its own tests.
[Long]
public sealed class EmbeddedContractTests(EmbeddedServer server) : StrategyValuesContract(server), IClassFixture<EmbeddedServer>;

[Long]
public sealed class ValkeyContractTests(ValkeyServer server) : StrategyValuesContract(server), IClassFixture<ValkeyServer>;

[Long]
public sealed class RecentRedisContractTests(RecentRedisServer server) : StrategyValuesContract(server), IClassFixture<RecentRedisServer>;

[Long]
public sealed class RecentValkeyContractTests(RecentValkeyServer server) : StrategyValuesContract(server), IClassFixture<RecentValkeyServer>;

[Long]
public sealed class TlsContractTests(TlsServer server) : StrategyContract(server), IClassFixture<TlsServer>;

[Long]
public sealed class RedisCancellationTests(RunningServer server) : StrategyCancellation(server), IClassFixture<RunningServer>;

[Long]
public sealed class EmbeddedCancellationTests(EmbeddedServer server) : StrategyCancellation(server), IClassFixture<EmbeddedServer>;

[Long]
public sealed class ValkeyCancellationTests(ValkeyServer server) : StrategyCancellation(server), IClassFixture<ValkeyServer>;
