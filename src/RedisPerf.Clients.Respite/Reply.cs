using RESPite;
using RESPite.Messages;

namespace RedisPerf.Clients.Respite;

/// <summary>A command that is not answered.</summary>
internal abstract class Reply
{
    /// <summary>Receives the reply. An error reply fails the task of the command only.</summary>
    public void Read(RespReader reader)
    {
        try
        {
            reader.MoveNext();
            Complete(ref reader);
        }
        catch (RespException exception)
        {
            Fail(exception);
        }
    }

    public abstract void Fail(Exception exception);

    protected abstract void Complete(ref RespReader reader);

    /// <summary>A reply without a value: OK or a number.</summary>
    public sealed class Status : Reply
    {
        private readonly TaskCompletionSource _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Task => _source.Task;

        public override void Fail(Exception exception) => _source.TrySetException(exception);

        protected override void Complete(ref RespReader reader) => _source.TrySetResult();
    }

    /// <summary>A value or null.</summary>
    public sealed class Value : Reply
    {
        private readonly TaskCompletionSource<byte[]?> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<byte[]?> Task => _source.Task;

        public override void Fail(Exception exception) => _source.TrySetException(exception);

        protected override void Complete(ref RespReader reader) => _source.TrySetResult(reader.ReadByteArray());
    }

    /// <summary>An array of values, of which each can be null. The reply to EXEC is null when the transaction was not executed.</summary>
    public sealed class Values : Reply
    {
        private readonly TaskCompletionSource<byte[]?[]> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<byte[]?[]> Task => _source.Task;

        public override void Fail(Exception exception) => _source.TrySetException(exception);

        protected override void Complete(ref RespReader reader)
        {
            reader.DemandNotNull();
            _source.TrySetResult(reader.ReadArray(static (ref RespReader value) => value.ReadByteArray(), scalar: true)!);
        }
    }
}
