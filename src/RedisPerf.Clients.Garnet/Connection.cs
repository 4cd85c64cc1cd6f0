using System.Globalization;
using Garnet.client;
using Garnet.common;
using RedisPerf.Abstractions;

namespace RedisPerf.Clients.Garnet;

/// <summary>The client of a run, with one connection.</summary>
internal sealed class Connection : IAsyncDisposable
{
    private const string Library = "GarnetClient";

    private readonly GarnetClient _client;

    private Connection(GarnetClient client) => _client = client;

    /// <summary>Opens the client, which the run closes.</summary>
    /// <exception cref="NotSupportedException">The server is a part of a cluster.</exception>
    public static async Task<GarnetClient> OpenAsync(RunContext context, CancellationToken ct)
    {
        var server = context.Server;
        server.RefuseCluster(Library);
        var client = new GarnetClient(server.EndPoint, server.Tls, server.User, server.Password, networkWriterOptions: Options());
        context.Add(new Connection(client));
        await client.ConnectAsync(ct);
        if (server.Database != 0)
        {
            _ = await client.ExecuteForStringResultAsync("SELECT", [server.Database.ToString(CultureInfo.InvariantCulture)]);
        }

        return client;
    }

    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Copies a value and returns its memory to the pool.</summary>
    public static byte[]? ToArray(MemoryResult<byte> result)
    {
        using (result)
        {
            return result.MemoryOwner is null ? null : result.Span.ToArray();
        }
    }

    // The default is 16 requests that wait for their replies; these are the largest numbers of the library, and room for them.
    private static NetworkWriterOptions Options() => new(
        networkBufferSizeBytes: 1 << 17,
        requestPageSizeBytes: 1 << 17,
        requestPageCount: 32,
        maxOutstandingRequests: 1 << 14,
        maxOutstandingCompletions: 1 << 14,
        maxConcurrentNetworkSends: 8,
        maxOutOfLineRentedBytes: 64 << 20,
        FlushResultAllocationMode.Buffered);
}
