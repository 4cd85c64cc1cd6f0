using System.Runtime.ExceptionServices;
using System.Text;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Custom;

/// <summary>Measures a strategy of the public contract that verifies its data itself. RedisPerf removes its keys.</summary>
/// <param name="work">The work of the run.</param>
/// <param name="strategy">An object for this case only.</param>
/// <param name="options">The names of its options.</param>
public sealed class CustomCase(StrategyInfo info, CustomWork work, CustomStrategy strategy, IReadOnlyList<string> options) : Case(info)
{
    private readonly StrategyRun<CustomWork> _run = new(strategy);
    private readonly byte[] _prefix = Encoding.UTF8.GetBytes(work.KeyPrefix);

    private RedisKey[]? _keys;
    private ExceptionDispatchInfo? _keysFailure;

    public override IEnumerable<RedisKey> WrittenKeys => _keys ??= ReadKeys();

    public override IReadOnlyList<string> SizeOptions => options.Count > 0 ? options : base.SizeOptions;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        var keys = WrittenKeys;
        _keysFailure?.Throw();
        await context.Database.UnlinkAsync(keys, ct);
        await _run.SetupAsync(work, context, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => _run.ExecuteAsync(work, ct);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var reading = new CaseRunContext(context, StrategyRun.MaxBytesInFlight, (_, _) => { });
        try
        {
            var result = await strategy.VerifyAsync(work, reading, ct);
            if (result is not { Operations: > 0, PayloadBytes: >= 0 })
            {
                throw VerificationException.CountDiffers("Operations of the run", result.Operations, 1);
            }

            (context.Work.Operations, context.Work.PayloadBytes) = (result.Operations, result.PayloadBytes);
        }
        catch (InvalidDataException exception)
        {
            throw new VerificationException(
                Reason.Of(ReasonCode.StrategyDataWrong, ("strategy", Strategy.Name), ("message", RedisFailure.Line(exception.Message))));
        }
        finally
        {
            await reading.EndAsync();
        }
    }

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await context.Database.UnlinkAsync(WrittenKeys, ct);
        await _run.TeardownAsync(ct);
    }

    // A failure is that of the next Setup. Without keys, the strategy has written none.
    private RedisKey[] ReadKeys()
    {
        try
        {
            return [.. strategy.KeysOf(work).Select(key => key.AsSpan().StartsWith(_prefix) ? (RedisKey)key
                : throw new VerificationException(Reason.Of(ReasonCode.KeyWithoutPrefix, ("strategy", Strategy.Name))))];
        }
        catch (Exception exception)
        {
            _keysFailure = ExceptionDispatchInfo.Capture(exception);
            return [];
        }
    }
}
