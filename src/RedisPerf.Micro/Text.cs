using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

/// <summary>The unchanged document: the cost of a strategy without encoding.</summary>
public class Text : CodecBenchmark
{
    protected override ICodec CreateCodec() => new TextCodec();
}
