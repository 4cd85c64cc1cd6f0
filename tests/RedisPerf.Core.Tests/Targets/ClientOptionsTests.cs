using System.Net;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The options of connections to the nodes of a cluster, and of the client under test.</summary>
public sealed class ClientOptionsTests
{
    [Theory]
    [InlineData("cache.example:7000,ssl=true", "cache.example", "10.0.0.7", "cache.example")]
    [InlineData("cache.example:7000,ssl=true", "cache.example", "node-2.example", "node-2.example")]
    [InlineData("10.0.0.1:7000,ssl=true", "10.0.0.1", "10.0.0.7", "10.0.0.7")]
    [InlineData("10.0.0.1:7000,ssl=true", "10.0.0.1", "node-2.example", "node-2.example")]
    [InlineData("cache.example:7000,ssl=true,sslHost=given.example", "given.example", "10.0.0.7", "given.example")]
    [InlineData("10.0.0.1:7000,ssl=true,sslHost=given.example", "given.example", "node-2.example", "given.example")]
    public void The_certificate_of_a_node_has_the_name_that_the_client_expects(string connection, string seedName, string node, string expected)
    {
        var seed = ServerAddress.Parse(connection);
        EndPoint endPoint = IPAddress.TryParse(node, out var address) ? new IPEndPoint(address, 7001) : new DnsEndPoint(node, 7001);
        var at = seed.At(endPoint);

        seed.Tls!.Host.ShouldBe(seedName);
        at.Tls!.Host.ShouldBe(expected);
        at.At(endPoint).Tls!.Host.ShouldBe(expected);
        var options = at.ForClient(TimeSpan.FromSeconds(5), isCluster: true, [(endPoint, endPoint)]);
        NameOf(options, endPoint).ShouldBe(expected);
        NameOf(seed.ForClient(TimeSpan.FromSeconds(5), isCluster: false, [(seed.EndPoint, new IPEndPoint(IPAddress.Loopback, 1))]),
            new IPEndPoint(IPAddress.Loopback, 1)).ShouldBe(seedName);
    }

    [Theory]
    [InlineData("", 86_400)]
    [InlineData(",keepAlive=60", 60)]
    [InlineData(",keepAlive=15", 15)]
    [InlineData(",KEEPALIVE=15", 15)]
    [InlineData(",keepAlive=-1", -1)]
    public void The_interval_of_heartbeats_is_that_of_the_user_or_a_day(string option, int seconds)
    {
        var address = ServerAddress.Parse("127.0.0.1:6379" + option);

        var options = address.ForClient(TimeSpan.FromSeconds(5), isCluster: false, [(address.EndPoint, address.EndPoint)]);

        options.KeepAlive.ShouldBe(seconds);
        options.ConfigCheckSeconds.ShouldBe(86_400);
    }

    // The rule of the client itself, which is internal.
    private static string? NameOf(global::StackExchange.Redis.ConfigurationOptions options, EndPoint endPoint) =>
        (string?)typeof(global::StackExchange.Redis.ConfigurationOptions)
            .GetMethod("ResolveTlsHostName", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
            .Invoke(options, [endPoint]);
}
