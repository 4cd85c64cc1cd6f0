using System.Buffers;
using System.Collections.Concurrent;

namespace RedisPerf.Core.Targets.Link;

/// <summary>
/// The blocks in which a relay keeps what is on its way, used again and again: the shared pool keeps too few of them, and
/// what it allocated instead would stand among the figures of the run that is measured.
/// </summary>
internal sealed class LinkMemory : MemoryPool<byte>
{
    public const int BlockBytes = 64 << 10;

    private readonly ConcurrentStack<Block> _free = new();

    public override int MaxBufferSize => BlockBytes;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => _free.TryPop(out var block) ? block : new Block(_free);

    // The blocks are the collector's once nobody knows them.
    protected override void Dispose(bool disposing)
    {
    }

    private sealed class Block(ConcurrentStack<Block> free) : IMemoryOwner<byte>
    {
        private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(BlockBytes);

        public Memory<byte> Memory => _bytes;

        /// <summary>Gives it back.</summary>
        public void Dispose() => free.Push(this);
    }
}
