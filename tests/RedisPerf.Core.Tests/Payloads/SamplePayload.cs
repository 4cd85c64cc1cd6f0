using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Payloads;

/// <summary>A stored payload of values with different sizes, in a temporary folder.</summary>
internal sealed class SamplePayload : IDisposable
{
    private readonly DataFolder _data = new();

    private SamplePayload(IReadOnlyList<byte[]> values)
    {
        Store = new(_data.Path);
        Values = values;
        Description = Store.AddAsync("orders.ndjson", PayloadSource.Lines, values, CancellationToken.None).GetAwaiter().GetResult();
    }

    public PayloadStore Store { get; }

    public IReadOnlyList<byte[]> Values { get; }

    public PayloadDescription Description { get; }

    /// <summary>Compact JSON documents of 11 bytes to about 20 KB.</summary>
    public static SamplePayload OfJson() => new([.. Enumerable.Range(0, 13)
        .Select(number => Encoding.UTF8.GetBytes($$"""{"id":{{number}},"ü":"{{new string('x', number * number * 120)}}"}"""))]);

    /// <summary>Values with these bytes.</summary>
    public static SamplePayload Of(params byte[][] values) => new(values);

    public void Dispose() => _data.Dispose();
}
