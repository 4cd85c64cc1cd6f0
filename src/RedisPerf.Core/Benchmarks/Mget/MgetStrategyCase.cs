using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>Measures a strategy of the public contract.</summary>
/// <param name="strategy">An object for this case only.</param>
public sealed class MgetStrategyCase(StrategyInfo info, MgetPoint point, MgetStrategy strategy)
    : MgetCase<byte[], byte[]?>(info, point, number => (byte[])point.Workload.Key(number)!)
{
    private readonly StrategyRun<MgetWork> _run = new(strategy);

    // A list of keys has one object, by its array of names.
    private Dictionary<byte[][], MgetWork> _calls = [];

    public override SharedData Shared => Workload.LoadedKeys;

    protected override (string Command, long Count)? Commands => null;

    protected override long WireBytes => 0;

    protected override Task PrepareAsync(CaseContext context, byte[][][] names, CancellationToken ct)
    {
        _calls = names.ToDictionary(keys => keys, keys => new MgetWork(keys));
        return _run.SetupAsync(_calls[names[0]], context, ct);
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        _calls = [];
        await _run.TeardownAsync(ct);
    }

    protected override async Task<byte[]?[]> CallAsync(IDatabase database, byte[][] names, CancellationToken ct)
    {
        var call = _calls[names];
        call.Values = [];
        await _run.ExecuteAsync(call, ct);
        return call.Values.Length == names.Length ? call.Values
            : throw VerificationException.CountDiffers("Values of a call", call.Values.Length, names.Length);
    }
}
