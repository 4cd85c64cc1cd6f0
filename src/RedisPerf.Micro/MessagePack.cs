using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

/// <summary>Compare with <see cref="Json"/>, which does the same work in the framework's own format.</summary>
public class MessagePack : CodecBenchmark
{
    protected override ICodec CreateCodec() => new MessagePackCodec();
}
