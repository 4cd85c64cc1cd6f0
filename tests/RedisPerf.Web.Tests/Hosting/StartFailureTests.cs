using System.Net.Sockets;
using Microsoft.Extensions.Configuration;
using RedisPerf.Web.Hosting;

namespace RedisPerf.Web.Tests.Hosting;

public sealed class StartFailureTests
{
    private static readonly IConfigurationRoot Configuration = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
    {
        ["urls"] = "http://localhost:80",
        ["RedisPerf:AccessToken"] = "a-secret-of-the-user",
        ["Kestrel:Certificates:Default:Password"] = "hunter22",
    }).Build();

    [Fact]
    public void A_privileged_port_names_the_address()
    {
        var denied = new IOException("Failed to bind.", new AggregateException(new SocketException((int)SocketError.AccessDenied)));

        StartFailure.Describe(denied, Configuration).ShouldBe("RedisPerf cannot listen on http://localhost:80: Permission denied. "
            + "Ports below 1024 need a right of the operating system. Choose another address with --urls.");
    }

    [Fact]
    public void An_unknown_exception_is_one_line_without_a_secret()
    {
        var unknown = new TypeInitializationException(
            "Some.Type", new InvalidOperationException("Cannot read\n 'a-secret-of-the-user' or hunter22."));

        StartFailure.Describe(unknown, Configuration).ShouldBe("RedisPerf cannot start: Cannot read '…' or …. (InvalidOperationException).");
    }

    [Fact]
    public void A_failure_before_the_configuration_is_one_line() =>
        StartFailure.Describe(new InvalidDataException("Failed to load.", new FormatException("Top-level element.")), null)
            .ShouldBe("Failed to load. Top-level element.");

    [Fact]
    public void An_interrupted_start_is_one_line() =>
        StartFailure.Describe(new TaskCanceledException(), Configuration).ShouldBe("RedisPerf was stopped while it started.");
}
