using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

/// <summary>The document as it is: what a strategy pays that encodes nothing.</summary>
public class Text : CodecBenchmark
{
    protected override ICodec CreateCodec() => new TextCodec();
}
