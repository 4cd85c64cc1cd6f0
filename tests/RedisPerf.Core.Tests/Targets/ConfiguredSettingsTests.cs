using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

/// <summary>The names of the settings of configured targets and servers.</summary>
public sealed class ConfiguredSettingsTests
{
    [Fact]
    public void A_server_has_a_name_and_a_path()
    {
        ConfiguredSettings.CheckServers([("0", "name"), ("0", "Path")]);

        Should.Throw<TargetException>(() => ConfiguredSettings.CheckServers([("0", "Name"), ("1", "Arguments")])).Reason.ToText().ShouldBe(
            "Unknown setting RedisPerf:Servers:1:Arguments. A configured server has the settings Name, Path; a job sets those of the server itself.");
    }

    [Fact]
    public void A_misspelt_setting_of_a_target_is_not_ignored()
    {
        ConfiguredSettings.CheckTargets([("0", "NAME"), ("0", "connection"), ("x", "PasswordFile")]);

        Should.Throw<TargetException>(() => ConfiguredSettings.CheckTargets([("0", "Name"), ("0", "Pasword")])).Reason.ToText().ShouldBe(
            "Unknown setting RedisPerf:Targets:0:Pasword. A configured target has the settings Name, Connection, User, Password, PasswordFile, "
            + "ClientCertificate, ClientCertificateKey, ClientCertificatePasswordFile, Authority.");
    }
}
