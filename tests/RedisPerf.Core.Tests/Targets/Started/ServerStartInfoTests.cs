using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class ServerStartInfoTests
{
    [Theory]
    [InlineData("RedisPerf__Targets__97__Connection")]
    [InlineData("REDISPERF__TARGETS__98__CONNECTION")]
    [InlineData("DOTNET_gcTrimCommitOnLowMemory")]
    public void A_started_server_inherits_neither_settings_nor_runtime_options(string variable)
    {
        Environment.SetEnvironmentVariable(variable, "1");
        try
        {
            ServerStartInfo.Of(new("/bin/true", _ => []), 1, "/tmp").Environment.Keys.ShouldNotContain(variable);
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, null);
        }
    }

    [Theory]
    [InlineData("RedisPerf__Targets__97__Connection", false)]
    [InlineData("DOTNET_CLI_HOME", true)]
    public void A_build_inherits_the_options_of_its_SDK_and_no_settings(string variable, bool isInherited)
    {
        Environment.SetEnvironmentVariable(variable, "1");
        try
        {
            ChildProcess.BuildInfo("dotnet", []).Environment.ContainsKey(variable).ShouldBe(isInherited);
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, null);
        }
    }

    [Fact]
    public void A_started_server_inherits_the_other_variables() =>
        ServerStartInfo.Of(new("/bin/true", _ => []), 1, "/tmp").Environment.Keys.ShouldContain("PATH");
}
