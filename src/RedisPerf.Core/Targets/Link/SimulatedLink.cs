using System.Net;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets.Link;

/// <summary>The simulated link to one target's server during a job, with its measured delays.</summary>
internal sealed class SimulatedLink : IAsyncDisposable
{
    /// <summary>Its name in a target's settings.</summary>
    public const string Setting = "simulated link";

    /// <summary>Replies over a link of 50 ms are slow, so fewer of them are measured.</summary>
    private const int Pings = 20;

    /// <summary>More bytes than any benchmark has in flight or requests in one call.</summary>
    private const double MaxInFlightBytes = 256 << 20;

    // It is measured over three connections.
    private const int Connections = 3;
    private static readonly TimeSpan MinOpeningLimit = TimeSpan.FromSeconds(15);

    private readonly Relay _relay;
    private readonly LinkOptions _options;

    private SimulatedLink(Relay relay, LinkOptions options) => (_relay, _options) = (relay, options);

    public EndPoint EndPoint => _relay.EndPoint;

    /// <summary>The value of the setting of its target: <c>+5 ms, 100 Mbit/s</c>.</summary>
    public string Text => _options.Text;

    /// <summary>Median PING over it, in seconds.</summary>
    public double RoundTrip { get; private set; }

    /// <summary>Seconds that the relay itself adds to a round trip: PING through a relay without a delay, minus PING without a relay.</summary>
    public double RelayCost { get; private set; }

    /// <summary>The longest time by which the link delays a reply: the round trip, and the time for the bytes in flight at its rate.</summary>
    public TimeSpan AddedDelay { get; private init; }

    /// <summary>Starts the relay, and measures it.</summary>
    /// <param name="target">The target's name.</param>
    /// <param name="options">With a delay or a limit.</param>
    /// <exception cref="TargetException">The server does not answer, or refuses.</exception>
    public static async Task<SimulatedLink> OpenAsync(string target, ServerAddress server, LinkOptions options, CancellationToken ct)
    {
        var maximum = server.ConnectLimit * Connections > MinOpeningLimit ? server.ConnectLimit * Connections : MinOpeningLimit;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(maximum);
        try
        {
            return await OpenAsync(server, options, limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!ct.IsCancellationRequested)
        {
            throw new TargetException(Reason.Of(ReasonCode.LinkTimeout, (Reason.Target, target), ("seconds", maximum.TotalSeconds)), e);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            throw new TargetException(RedisFailure.Describe(e, target), e);
        }
    }

    private static async Task<SimulatedLink> OpenAsync(ServerAddress server, LinkOptions options, CancellationToken ct)
    {
        var direct = await PingAsync(server, server.EndPoint, RoundTripProbe.DefaultCount, ct).ConfigureAwait(false);
        await using var bare = Relay.Start(server.EndPoint, new());
        var relayed = await PingAsync(server, bare.EndPoint, RoundTripProbe.DefaultCount, ct).ConfigureAwait(false);

        var link = new SimulatedLink(Relay.Start(server.EndPoint, options), options)
        {
            RelayCost = Math.Max(0, relayed - direct),
            AddedDelay = TimeSpan.FromMilliseconds(options.LinkRoundTrip)
                + (options.BytesPerSecond is { } rate ? TimeSpan.FromSeconds(MaxInFlightBytes / rate) : TimeSpan.Zero),
        };
        try
        {
            link.RoundTrip = await PingAsync(server, link.EndPoint, Pings, ct).ConfigureAwait(false);
            return link;
        }
        catch
        {
            await link.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Closes every connection over it, so that no command of an ended run arrives later.</summary>
    public Task CloseConnectionsAsync() => _relay.CloseConnectionsAsync();

    public ValueTask DisposeAsync() => _relay.DisposeAsync();

    private static async Task<double> PingAsync(ServerAddress server, EndPoint endPoint, int count, CancellationToken ct)
    {
        await using var connection = await RespConnection.OpenAsync(endPoint, server.Credentials, server.Tls, ct).ConfigureAwait(false);
        return await RoundTripProbe.MedianAsync(connection, count, ct).ConfigureAwait(false);
    }
}
