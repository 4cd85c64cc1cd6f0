using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Cli.SelfTest;

/// <summary>A case with another name.</summary>
internal sealed class NamedCase(StrategyInfo strategy, Case work) : Case(strategy)
{
    public override TimeSpan ResponseTimeout => work.ResponseTimeout;

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => work.SetupAsync(context, ct);

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => work.ExecuteAsync(context, ct);

    public override Task CountAsync(CaseContext context, CancellationToken ct) => work.CountAsync(context, ct);

    public override Task VerifyAsync(CaseContext context, CancellationToken ct) => work.VerifyAsync(context, ct);

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => work.TeardownAsync(context, ct);
}
