using System.Net;
using System.Net.Sockets;
using DotNet.Testcontainers.Configurations;
using DotNet.Testcontainers.Containers;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>Waits until the server in a container answers PING, at the container's own address where possible. Testcontainers' own wait
/// runs redis-cli in the container, which not every image has.</summary>
internal sealed class PingWait : IWaitUntil
{
    private static readonly TimeSpan AttemptLimit = TimeSpan.FromMilliseconds(500);

    /// <summary>The address at which the server replies; null before the first reply.</summary>
    public IPEndPoint? EndPoint { get; private set; }

    /// <summary>False when the server replies only through a published port.</summary>
    public bool IsOwnAddress { get; private set; }

    public async Task<bool> UntilAsync(IContainer container)
    {
        var own = OperatingSystem.IsLinux() ? AddressOf(container) : null;
        var published = new IPEndPoint(IPAddress.Loopback, container.GetMappedPublicPort(DockerImage.Port));
        // Docker Desktop and rootless engines do not route to the addresses of their containers. When the published port
        // answers, the server is up: its own address then gets only one more attempt.
        IsOwnAddress = await RespondsAsync(own).ConfigureAwait(false);
        if (!IsOwnAddress)
        {
            if (!await RespondsAsync(published).ConfigureAwait(false))
            {
                return false;
            }

            IsOwnAddress = await RespondsAsync(own).ConfigureAwait(false);
        }

        EndPoint = IsOwnAddress ? own : published;
        return true;
    }

    private static IPEndPoint? AddressOf(IContainer container)
    {
        try
        {
            return IPAddress.TryParse(container.IpAddress, out var address) ? new(address, DockerImage.Port) : null;
        }
        catch (InvalidOperationException)
        {
            // The container has no network with an address, as with a rootless engine.
            return null;
        }
    }

    private static async Task<bool> RespondsAsync(IPEndPoint? endPoint)
    {
        if (endPoint is null)
        {
            return false;
        }

        using var limit = new CancellationTokenSource(AttemptLimit);
        try
        {
            await using var connection = await RespConnection.OpenAsync(endPoint, null, null, limit.Token).ConfigureAwait(false);
            return !(await connection.CallAsync(limit.Token, "PING").ConfigureAwait(false)).IsError;
        }
        catch (Exception e) when (e is SocketException or IOException or OperationCanceledException)
        {
            return false;
        }
    }
}
