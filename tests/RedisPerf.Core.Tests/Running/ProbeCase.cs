using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Running;

/// <summary>A case with steps that a test can replace. By default it writes and removes one field.</summary>
internal sealed class ProbeCase(string name, params string[] needs)
    : Case(new StrategyInfo(name, name, "A case of a test.", typeof(ProbeCase)) { Needs = needs, IsFloor = name == "floor" })
{
    public long Words { get; set; }

    public override long MaxCommandWords => Words;

    public Func<CaseContext, CancellationToken, Task> Setup { get; set; } = (_, _) => Task.CompletedTask;

    public Func<CaseContext, CancellationToken, Task> Execute { get; set; } =
        (context, _) => context.Database.HashSetAsync("redisperf:probe", "field", "value");

    public Func<CaseContext, CancellationToken, Task> Verify { get; set; } = (_, _) => Task.CompletedTask;

    public Func<CaseContext, CancellationToken, Task> Teardown { get; set; } = (context, _) => context.Database.KeyDeleteAsync("redisperf:probe");

    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(5);

    public SharedData? Data { get; set; }

    public override SharedData? Shared => Data;

    public IReadOnlyList<RedisKey> Written { get; set; } = [];

    public override IEnumerable<RedisKey> WrittenKeys => Written;

    public override TimeSpan ResponseTimeout => Patience;

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => Setup(context, ct);

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => Execute(context, ct);

    public override Task VerifyAsync(CaseContext context, CancellationToken ct) => Verify(context, ct);

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => Teardown(context, ct);
}
