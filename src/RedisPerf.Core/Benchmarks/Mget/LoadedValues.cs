using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Mget;

/// <summary>The values that the calls read. They are loaded once and never changed.</summary>
public abstract class LoadedValues(MgetWorkload workload) : SharedData
{
    protected const int PerCommand = 1_000;

    /// <summary>Values to check before each run: enough to detect that the data is missing or incomplete.</summary>
    private const int Sample = 64;

    private const int WindowBytes = 4 << 20;

    /// <summary>Longer than a job takes. The next run loads the values again if they have expired.</summary>
    private static readonly TimeSpan Expiry = TimeSpan.FromHours(24);

    protected MgetWorkload Workload { get; } = workload;

    private int Count => Workload.Options.Keys;

    public override async Task LoadAsync(CaseContext context, CancellationToken ct)
    {
        if (await IsThereAsync(context.Database, ct))
        {
            return;
        }

        // Sent in ascending order over one connection to each server: when the last value exists, all were sent to its server.
        await SendAsync(Enumerable.Range(1, Count).Chunk(PerCommand), numbers => StoreAsync(context.Database, numbers), ct);
        await ExpireAsync(context.Database, Expiry).WaitAsync(ct);
    }

    /// <summary>Sets an expiry where it does not change the time of a read: a read looks up the expiry of each key.</summary>
    protected virtual Task ExpireAsync(IDatabase database, TimeSpan after) => Task.CompletedTask;

    /// <summary>Reads the values of these numbers, in their order.</summary>
    protected abstract Task<RedisValue[]> ReadAsync(IDatabase database, int[] numbers);

    /// <summary>Writes the values of these numbers, whether they exist or not.</summary>
    protected abstract Task StoreAsync(IDatabase database, int[] numbers);

    /// <summary>Sends one command per chunk, pipelined.</summary>
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
