using System.Net.Sockets;
using System.Text;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Proofs.Targets.Docker;

/// <summary>A socket to a Docker engine that differs from the engine in one way.</summary>
internal sealed class EngineRelay : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-docker-").FullName;
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _removal = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly string _engine;

    /// <param name="engine">The path of the engine's socket.</param>
    public EngineRelay(string engine)
    {
        _engine = engine;
        _listener.Bind(new UnixDomainSocketEndPoint(Path));
        _listener.Listen();
        _ = AcceptAsync();
    }

    /// <summary>Reports another kernel than that of this machine, as an engine in a virtual machine does.</summary>
    public bool HasOtherKernel { get; init; }

    /// <summary>A part of the request line of a call that gets no reply; null for none.</summary>
    public string? HangingCall { get; init; }

    /// <summary>A part of the request line of a call that the engine receives after <see cref="Release"/>; null for none.</summary>
    public string? LateCall { get; init; }

    /// <summary>Completes when a removal was requested.</summary>
    public Task Removal => _removal.Task;

    public DockerApi Api => new(new Uri($"unix://{Path}"));

    private string Path => System.IO.Path.Combine(_folder, "docker.sock");

    public void Release() => _released.SetResult();

    public void Dispose()
    {
        _listener.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = RelayAsync(await _listener.AcceptAsync());
            }
        }
        catch (SocketException)
        {
            // The end of the test.
        }
    }

    private async Task RelayAsync(Socket client)
    {
        using var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await server.ConnectAsync(new UnixDomainSocketEndPoint(_engine));
        using (client)
        {
            await Task.WhenAny(CopyAsync(client, server, IsForwardedAsync), CopyAsync(server, client, RenameAsync));
        }
    }

    private static async Task CopyAsync(Socket from, Socket to, Func<Memory<byte>, ValueTask<bool>> isForwarded)
    {
        var buffer = new byte[64 << 10];
        while (await from.ReceiveAsync(buffer) is > 0 and var count)
        {
            if (await isForwarded(buffer.AsMemory(0, count)))
            {
                await to.SendAsync(buffer.AsMemory(0, count));
            }
        }
    }

    private async ValueTask<bool> IsForwardedAsync(Memory<byte> request)
    {
        if (Has("DELETE /"))
        {
            _removal.TrySetResult();
        }

        if (LateCall is not null && Has(LateCall))
        {
            await _released.Task;
        }

        return HangingCall is null || !Has(HangingCall);

        bool Has(string text) => request.Span.IndexOf(Encoding.ASCII.GetBytes(text)) >= 0;
    }

    // To a name of the same length.
    private ValueTask<bool> RenameAsync(Memory<byte> reply)
    {
        var kernel = Encoding.ASCII.GetBytes("\"KernelVersion\":\"");
        if (HasOtherKernel && reply.Span.IndexOf(kernel) is >= 0 and var position)
        {
            reply.Span[position + kernel.Length] = (byte)'x';
        }

        return ValueTask.FromResult(true);
    }
}
