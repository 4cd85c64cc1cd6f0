using System.Net;
using Microsoft.AspNetCore.HttpOverrides;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Hosting;

/// <summary>Who can reach RedisPerf: only this machine, unless the configuration allows other machines.</summary>
internal static class NetworkAccess
{
    /// <summary>Writes a line when RedisPerf trusts a network.</summary>
    /// <exception cref="StartupException">An address can be reached from other machines, and neither an access token nor
    /// trust is configured.</exception>
    public static void Check(IConfiguration configuration, RedisPerfOptions options)
    {
        if (ListenAddresses.Read(configuration).FirstOrDefault(address => !ListenAddresses.IsLoopback(address)) is not { } open
            || options.AccessToken is not null)
        {
            return;
        }

        if (!options.TrustNetwork)
        {
            throw new StartupException($"Other machines can reach {open}, and RedisPerf has no accounts. Set RedisPerf__AccessToken to a secret "
                + "that requests must have, or RedisPerf__TrustNetwork=true when only trusted users reach this address.");
        }

        Console.Error.WriteLine(
            $"RedisPerf trusts every machine that can reach {open} (RedisPerf__TrustNetwork=true): requests need no access token.");
    }

    /// <summary>Uses the client address, the scheme, the host and the base path that trusted proxies forward. The headers of other clients
    /// are ignored.</summary>
    /// <exception cref="StartupException">A proxy is neither an IP address nor a network.</exception>
    public static void UseTrustedProxies(this WebApplication app)
    {
        var proxies = Startup.Options(app.Services).TrustedProxies;
        if (proxies.Count == 0)
        {
            return;
        }

        var forwarded = new ForwardedHeadersOptions
        {
            ForwardedHeaders = ForwardedHeaders.XForwardedFor | ForwardedHeaders.XForwardedProto
            | ForwardedHeaders.XForwardedHost | ForwardedHeaders.XForwardedPrefix,
            ForwardLimit = null
        };
        forwarded.KnownProxies.Clear();
        forwarded.KnownIPNetworks.Clear();
        foreach (var (index, proxy) in proxies.Index())
        {
            if (IPAddress.TryParse(proxy, out var address))
            {
                forwarded.KnownProxies.Add(address);
            }
            else if (System.Net.IPNetwork.TryParse(proxy, out var network))
            {
                forwarded.KnownIPNetworks.Add(network);
            }
            else
            {
                throw new StartupException($"RedisPerf__TrustedProxies__{index} must be an IP address or a network such as 10.0.0.0/8.");
            }
        }

        app.UseForwardedHeaders(forwarded);
    }
}
