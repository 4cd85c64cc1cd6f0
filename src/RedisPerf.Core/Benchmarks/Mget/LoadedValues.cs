using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The values that the calls read, loaded once and changed by nobody.</summary>
public abstract class LoadedValues(MgetWorkload workload) : SharedData
{
    protected const int PerCommand = 1_000;

    /// <summary>Looked at before each run: were they all gone, or the last ones never loaded, it would show.</summary>
    private const int Sample = 64;

    private const int WindowBytes = 4 << 20;

    protected MgetWorkload Workload { get; } = workload;

    private int Count => Workload.Options.Keys;

    public override async Task LoadAsync(CaseContext context, CancellationToken ct)
    {
        if (await IsThereAsync(context.Database, ct))
        {
            return;
        }

        // In ascending order over one connection: where the last one is, all were sent.
        await SendAsync(Enumerable.Range(1, Count).Chunk(PerCommand), numbers => StoreAsync(context.Database, numbers), ct);
    }

    /// <summary>Reads these numbers' values, in their order.</summary>
    protected abstract Task<RedisValue[]> ReadAsync(IDatabase database, int[] numbers);

    /// <summary>Writes these numbers' values, whether they are there or not.</summary>
    protected abstract Task StoreAsync(IDatabase database, int[] numbers);

    /// <summary>A command for each chunk, pipelined.</summary>
    protected async Task SendAsync(IEnumerable<int[]> chunks, Func<int[], Task> send, CancellationToken ct)
    {
        var window = new InFlightWindow(WindowBytes);
        foreach (var numbers in chunks)
        {
            await window.AddAsync(send(numbers), numbers.Length * RespLength.Command(Workload.KeyBytes, MgetWorkload.ValueBytes), ct);
        }

        await window.DrainAsync(ct);
    }

    private async Task<bool> IsThereAsync(IDatabase database, CancellationToken ct)
    {
        int[] numbers = [.. Enumerable.Range(0, Sample).Select(at => 1 + (int)((long)at * (Count - 1) / (Sample - 1))).Distinct()];
        var values = await ReadAsync(database, numbers).WaitAsync(ct);
        return numbers.Zip(values).All(pair => pair.Second == MgetWorkload.Value(pair.First));
    }
}
