using System.Text;
using RedisPerf.Core.Payloads;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The distinct payloads of a job, by number, in the forms that the strategies send. Each form is created on first use.</summary>
internal sealed class InsertPayloads
{
    private readonly byte[][] _bytes;
    private readonly Lazy<string[]> _texts;
    private readonly Lazy<Person[][]> _people;

    public InsertPayloads(InsertOptions options)
    {
        _bytes = [.. Enumerable.Range(0, options.DistinctPayloads).Select(index => PeopleDocument.Create(options.PayloadBytes, unchecked(options.Seed + index)))];
        _texts = new(() => [.. _bytes.Select(Encoding.UTF8.GetString)]);
        _people = new(() => [.. _bytes.Select(payload => Person.ReadAll(payload))]);
    }

    public int Count => _bytes.Length;

    public byte[] Bytes(int number) => _bytes[number];

    public string Text(int number) => _texts.Value[number];

    public Person[] People(int number) => _people.Value[number];
}
