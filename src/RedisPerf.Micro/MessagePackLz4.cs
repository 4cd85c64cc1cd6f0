using RedisPerf.Core.Codecs;

namespace RedisPerf.Micro;

public class MessagePackLz4 : CodecBenchmark
{
    protected override ICodec CreateCodec() => new MessagePackLz4Codec();
}
