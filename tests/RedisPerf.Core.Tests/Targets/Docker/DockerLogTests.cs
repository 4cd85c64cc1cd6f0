using Docker.DotNet;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

public sealed class DockerLogTests
{
    [Fact]
    public async Task The_lines_are_joined() => (await ReadAsync(new MemoryStream("first\r\n\nsecond\n"u8.ToArray()))).ShouldBe("first | second");

    [Fact]
    public async Task No_output_is_null() => (await ReadAsync(new MemoryStream())).ShouldBeNull();

    [Fact]
    public async Task An_endless_line_is_cut()
    {
        var output = new EndlessStream();

        (await ReadAsync(output)).ShouldBe(new string('x', 300) + "…");

        output.BytesRead.ShouldBeLessThan(100_000);
    }

    private static Task<string?> ReadAsync(Stream stream) => DockerLog.ReadAsync(new MultiplexedStream(stream, multiplexed: false), Ct);

    private sealed class EndlessStream : Stream
    {
        public long BytesRead { get; private set; }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count)
        {
            buffer.AsSpan(offset, count).Fill((byte)'x');
            BytesRead += count;
            return count;
        }

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
