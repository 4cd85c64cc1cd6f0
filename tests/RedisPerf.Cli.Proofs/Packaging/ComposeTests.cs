using System.Text.RegularExpressions;
using YamlDotNet.Serialization;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The files of the containers.</summary>
public sealed partial class ComposeTests
{
    private static readonly Dictionary<string, Dictionary<string, object>> Services = Read();

    [Fact]
    public void Every_port_is_bound_to_the_loopback_address()
    {
        var ports = Services.Values.SelectMany(service => ListOf(service, "ports")).ToArray();

        ports.ShouldNotBeEmpty();
        ports.ShouldAllBe(port => port.StartsWith("127.0.0.1:", StringComparison.Ordinal));
        Services.Values.ShouldAllBe(service => !service.ContainsKey("network_mode"));
    }

    [Fact]
    public void Every_service_has_a_health_check()
    {
        foreach (var (name, service) in Services)
        {
            service.ShouldContainKey("healthcheck", name);
        }
    }

    [Fact]
    public void Every_image_has_a_patch_version()
    {
        var images = Services.Values.Where(service => !service.ContainsKey("build")).Select(service => (string)service["image"])
            .Concat(File.ReadLines(FileOf("Dockerfile")).Where(line => line.StartsWith("FROM ", StringComparison.Ordinal))
                .Select(line => line.Split(' ')[1]));

        images.ShouldAllBe(image => PatchVersion().IsMatch(image));
    }

    [Fact]
    public void A_service_waits_for_healthy_services_of_the_same_profiles()
    {
        foreach (var (name, service) in Services.Where(service => service.Value.ContainsKey("depends_on")))
        {
            foreach (var (other, condition) in (Dictionary<object, object>)service["depends_on"])
            {
                ((Dictionary<object, object>)condition)["condition"].ShouldBe("service_healthy", name);
                ListOf(service, "profiles").ShouldAllBe(
                    profile => ListOf(Services[(string)other], "profiles").Contains(profile), $"{name} needs {other}");
            }
        }
    }

    // PostgreSQL has patch versions of two numbers.
    [GeneratedRegex(@":[a-z0-9_]*?v?(\d+\.\d+\.\d+|(?<=postgres:)\d+\.\d+)(-[a-z-]+)?$")]
    private static partial Regex PatchVersion();

    private static string[] ListOf(Dictionary<string, object> service, string field) =>
        service.TryGetValue(field, out var list) ? [.. ((List<object>)list).Select(item => (string)item)] : [];

    private static string FileOf(string name) => Path.Combine(Repository.Root, "docker", name);

    private static Dictionary<string, Dictionary<string, object>> Read()
    {
        var parser = new YamlDotNet.Core.MergingParser(new YamlDotNet.Core.Parser(File.OpenText(FileOf("compose.yaml"))));
        return new Deserializer().Deserialize<Dictionary<string, object>>(parser)["services"] is Dictionary<object, object> services
            ? services.ToDictionary(service => (string)service.Key,
                service => ((Dictionary<object, object>)service.Value).ToDictionary(field => (string)field.Key, field => field.Value))
            : [];
    }
}
