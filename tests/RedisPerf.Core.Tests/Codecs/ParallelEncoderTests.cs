using RedisPerf.Core.Codecs;

namespace RedisPerf.Core.Tests.Codecs;

public class ParallelEncoderTests
{
    private static readonly byte[] Value = new byte[1_000];

    [Fact]
    public async Task Returns_each_value_once()
    {
        await using var encoder = ParallelEncoder.Start(5_000, BitConverter.GetBytes, sizeof(int), 100, Ct);

        var values = await encoder.ReadAllAsync(Ct).ToListAsync(Ct);

        values.Select(item => item.Index).Order().ShouldBe(Enumerable.Range(0, 5_000));
        values.ShouldAllBe(item => BitConverter.ToInt32(item.Value) == item.Index);
        encoder.SecondsPerEncoder.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Slow_consumer_blocks_the_encoders()
    {
        var codec = new Copying();
        var ahead = 4 * Environment.ProcessorCount;
        await using var encoder = ParallelEncoder.Start(100_000, codec.Encode, Value.Length, ahead * Value.Length, Ct);
        var taken = 0;

        await foreach (var _ in encoder.ReadAllAsync(Ct))
        {
            taken++;
            await EventuallyAsync(() => codec.Encoded == taken + ahead);
            codec.Encoded.ShouldBe(taken + ahead);
            if (taken == 20)
            {
                break;
            }
        }
    }

    [Fact]
    public async Task Throws_the_exception_of_the_codec()
    {
        await using var encoder = ParallelEncoder.Start(100_000, new Copying { FailsAt = 50 }.Encode, Value.Length, 1_000_000, Ct);

        (await Should.ThrowAsync<InvalidDataException>(async () => await encoder.ReadAllAsync(Ct).CountAsync(Ct))).Message.ShouldBe("No more.");
    }

    [Fact]
    public async Task Cancellation_ends_reading()
    {
        using var cancel = new CancellationTokenSource();
        await using var encoder = ParallelEncoder.Start(int.MaxValue, new Copying().Encode, Value.Length, 10_000, cancel.Token);

        await Should.ThrowAsync<OperationCanceledException>(async () =>
        {
            await foreach (var (index, _) in encoder.ReadAllAsync(cancel.Token))
            {
                if (index > 100)
                {
                    await cancel.CancelAsync();
                }
            }
        });
    }

    [Fact]
    public async Task Disposal_stops_the_encoders()
    {
        var codec = new Copying();
        var encoder = ParallelEncoder.Start(int.MaxValue, codec.Encode, Value.Length, 10_000, Ct);
        await encoder.ReadAllAsync(Ct).FirstAsync(Ct);

        await encoder.DisposeAsync();

        var encoded = codec.Encoded;
        await Task.Delay(50, Ct);
        codec.Encoded.ShouldBe(encoded);
        codec.UnderWay.ShouldBe(0);
    }

    private static async Task EventuallyAsync(Func<bool> holds)
    {
        for (var i = 0; i < 500 && !holds(); i++)
        {
            await Task.Delay(10, Ct);
        }
    }

    private sealed class Copying
    {
        private int _encoded;
        private int _underWay;

        public int FailsAt { get; init; } = int.MaxValue;

        public int Encoded => Volatile.Read(ref _encoded);

        public int UnderWay => Volatile.Read(ref _underWay);

        public byte[] Encode(int index)
        {
            Interlocked.Increment(ref _underWay);
            try
            {
                return Interlocked.Increment(ref _encoded) < FailsAt ? [.. Value] : throw new InvalidDataException("No more.");
            }
            finally
            {
                Interlocked.Decrement(ref _underWay);
            }
        }
    }
}
