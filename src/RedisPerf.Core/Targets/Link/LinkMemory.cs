using System.Buffers;
using System.Collections.Concurrent;

namespace RedisPerf.Core.Targets.Link;

/// <summary>Reusable blocks for the bytes in a relay. The shared pool keeps too few blocks, and its allocations would be part of the
/// measured run's figures.</summary>
internal sealed class LinkMemory : MemoryPool<byte>
{
    public const int BlockBytes = 64 << 10;

    private readonly ConcurrentStack<Block> _free = new();

    public override int MaxBufferSize => BlockBytes;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => _free.TryPop(out var block) ? block : new Block(_free);

    // The garbage collector frees blocks that are no longer referenced.
    protected override void Dispose(bool disposing)
    {
    }

    private sealed class Block(ConcurrentStack<Block> free) : IMemoryOwner<byte>
    {
        private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(BlockBytes);

        public Memory<byte> Memory => _bytes;

        /// <summary>Returns a block.</summary>
        public void Dispose() => free.Push(this);
    }
}
