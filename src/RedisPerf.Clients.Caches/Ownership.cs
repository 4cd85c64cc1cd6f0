using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Caches;

/// <summary>Objects that end with the run and are synchronously disposable only.</summary>
internal static class Ownership
{
    /// <summary>Disposes an object after the run.</summary>
    public static T Own<T>(this RunContext context, T item)
        where T : IDisposable
    {
        context.Add(new Item(item));
        return item;
    }

    private sealed class Item(IDisposable item) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            item.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
