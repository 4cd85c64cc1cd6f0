using Microsoft.AspNetCore.Http;
using RedisPerf.Web.Configuration;

namespace RedisPerf.Web.Tests.Configuration;

public sealed class AllowedHostsTests
{
    [Theory]
    [InlineData("localhost", "localhost:5080", true)]
    [InlineData(" localhost ;\tbench.example.com\n", "bench.example.com", true)]
    [InlineData("bench.example.com", "BENCH.example.com:443", true)]
    [InlineData("bench.example.com", "evil.bench.example.com", false)]
    [InlineData("bench.example.com", "localhost", false)]
    [InlineData("*.example.com", "bench.example.com", true)]
    [InlineData("*.example.com", "example.com", false)]
    [InlineData("[::1]", "[::1]:5080", true)]
    [InlineData("büro.example", "xn--bro-hoa.example", true)]
    [InlineData("*", "evil.example", true)]
    [InlineData("localhost", "", true)]
    public void A_request_needs_an_allowed_host(string setting, string host, bool isAllowed) =>
        AllowedHosts.Parse(setting).ShouldNotBeNull().Allows(new HostString(host)).ShouldBe(isAllowed);

    [Theory]
    [InlineData("*", "evil.example", false)]
    [InlineData("*;bench.example.com", "bench.example.com", true)]
    [InlineData("localhost", "", false)]
    public void A_star_is_not_a_name(string setting, string host, bool isAllowed) =>
        AllowedHosts.Parse(setting).ShouldNotBeNull().AllowsByName(new HostString(host)).ShouldBe(isAllowed);

    [Theory]
    [InlineData("")]
    [InlineData(" ; ")]
    [InlineData(null)]
    [InlineData("https://bench.example.com")]
    [InlineData("bench.example.com:5080")]
    [InlineData("bench.example.com/redisperf")]
    [InlineData("localhost bench.example.com")]
    [InlineData("localhost,bench.example.com")]
    [InlineData("::1")]
    [InlineData("bench.*")]
    public void Another_text_is_invalid(string? setting) => AllowedHosts.Parse(setting).ShouldBeNull();
}
