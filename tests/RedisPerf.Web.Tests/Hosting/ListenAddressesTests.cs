using Microsoft.Extensions.Configuration;
using RedisPerf.Web.Hosting;

namespace RedisPerf.Web.Tests.Hosting;

public sealed class ListenAddressesTests
{
    [Theory]
    [InlineData("http://localhost:5080")]
    [InlineData(" http://127.0.0.1:5080/ ;http://[::1]:5080\n")]
    [InlineData("http://*:80;https://+:443")]
    [InlineData("http://0.0.0.0:0")]
    [InlineData("http://bench.example.com:5080")]
    [InlineData("http://unix:/run/redisperf.sock")]
    public void A_valid_address_is_accepted(string urls) => Read(("urls", urls)).ShouldNotBeEmpty();

    [Theory]
    [InlineData("localhost:5080")]
    [InlineData("http://localhost:abc")]
    [InlineData("http://localhost:5080?x=1")]
    [InlineData("http://user@localhost:5080")]
    [InlineData("http://")]
    [InlineData("ftp://localhost:21")]
    public void An_invalid_address_is_refused(string url) =>
        Should.Throw<StartupException>(() => Read(("urls", url))).Message.ShouldBe(
            $"\"{url}\" is not a valid address. An example: --urls http://localhost:5081.");

    [Theory]
    [InlineData("http://localhost:65536", "\"http://localhost:65536\" has the port 65536. A port is a number from 0 to 65535.")]
    [InlineData("http://localhost:-1", "\"http://localhost:-1\" has the port -1. A port is a number from 0 to 65535.")]
    [InlineData("http://localhost:5080/redisperf", "\"http://localhost:5080/redisperf\" has a path, and RedisPerf listens on a host and a port. "
        + "Remove the path; if users reach RedisPerf below it, set RedisPerf__PathBase=/redisperf.")]
    public void Another_part_is_named(string url, string sentence) =>
        Should.Throw<StartupException>(() => Read(("urls", url))).Message.ShouldBe(sentence);

    [Fact]
    public void A_port_and_an_endpoint_name_their_setting()
    {
        Should.Throw<StartupException>(() => Read(("http_ports", "8080;abc"))).Message.ShouldContain("(ASPNETCORE_HTTP_PORTS)");
        Should.Throw<StartupException>(() => Read(("Kestrel:Endpoints:Http:Protocols", "Http1"))).Message.ShouldContain(
            "(Kestrel__Endpoints__Http__Url)");
    }

    [Fact]
    public void Endpoints_replace_the_other_addresses() =>
        Read(("urls", "http://localhost:5080"), ("Kestrel:Endpoints:Http:Url", "http://*:80")).ShouldBe(["http://*:80"]);

    [Fact]
    public void A_missing_file_of_a_certificate_names_its_setting()
    {
        var file = Path.Combine(Path.GetTempPath(), "missing.pfx");

        foreach (var place in (string[])["Kestrel:Certificates:Default", "Kestrel:Endpoints:Https:Certificate",
            "Kestrel:Endpoints:Https:Sni:bench.example:Certificate"])
        {
            Should.Throw<StartupException>(() => ListenAddresses.CheckCertificates(Of(($"{place}:Path", file), ($"{place}:Password", "s3cret")), "/"))
                .Message.ShouldBe($"The file of {place.Replace(":", "__", StringComparison.Ordinal)}__Path cannot be read: {file} "
                    + "(FileNotFoundException).");
        }
    }

    private static IReadOnlyList<string> Read(params (string Key, string Value)[] settings) => ListenAddresses.Read(Of(settings));

    private static IConfigurationRoot Of(params (string Key, string Value)[] settings) => new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value))).Build();
}
