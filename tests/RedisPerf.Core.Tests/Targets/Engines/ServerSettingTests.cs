using System.Text.RegularExpressions;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Tests.Targets.Engines;

public sealed partial class ServerSettingTests
{
    public static TheoryData<string> Families => ["redis", "keydb", "dragonfly", "garnet"];

    [Theory]
    [MemberData(nameof(Families))]
    public void A_setting_whose_label_explains_0_declares_it(string family) =>
        Family(family).Where(setting => setting.IsZeroOff).Select(setting => setting.Name)
            .ShouldBe(Family(family).Where(setting => setting.Label.Contains("; 0: ", StringComparison.Ordinal)).Select(setting => setting.Name));

    [Theory]
    [InlineData("appendonly", "YES", "yes")]
    [InlineData("appendonly", "true", "yes")]
    [InlineData("appendonly", " off ", "no")]
    [InlineData("appendfsync", "EverySec", "everysec")]
    [InlineData("save", "60 1000", "60 1000")]
    [InlineData("save", "off", "off")]
    [InlineData("io-threads", "4", "4")]
    [InlineData("io-threads", "004", "4")]
    [InlineData("list-max-listpack-size", "-2", "-2")]
    [InlineData("maxmemory", "1gb", "1073741824")]
    [InlineData("maxmemory", "1 GB", "1073741824")]
    [InlineData("maxmemory", "1g", "1000000000")]
    [InlineData("maxmemory", "64MB", "67108864")]
    [InlineData("maxmemory", "1,048,576", "1048576")]
    [InlineData("maxmemory", "0", "0")]
    public void A_value_has_one_form(string name, string text, string value) => Redis(name).Read(text, out _).ShouldBe(value);

    [Theory]
    [InlineData("appendonly", "maybe", "must be yes or no, not \"maybe\".")]
    [InlineData("appendfsync", "x", "must be one of always, everysec, no, not \"x\".")]
    [InlineData("appendfsync", "", "must be one of always, everysec, no, not nothing.")]
    [InlineData("save", "60", "must be one of off, 3600 1, 300 10, 60 10000, 60 1000, 1 1, not \"60\".")]
    [InlineData("io-threads", "0", "must be a whole number from 1 to 128, not \"0\".")]
    [InlineData("io-threads", "129", "must be a whole number from 1 to 128, not \"129\".")]
    [InlineData("io-threads", "2kb", "must be a whole number from 1 to 128, not \"2kb\".")]
    [InlineData("io-threads", "2.5", "must be a whole number from 1 to 128, not \"2.5\".")]
    [InlineData("active-defrag-cycle-max", "100", "must be a whole number from 1 to 99 (%), not \"100\".")]
    [InlineData("maxmemory", "-1", "must be a size from 0 to 1,099,511,627,776, in bytes or with a unit as in 64mb, not \"-1\".")]
    [InlineData("maxmemory", "2048gb", "must be a size from 0 to 1,099,511,627,776, in bytes or with a unit as in 64mb, not \"2048gb\".")]
    [InlineData("maxmemory", "9223372036854775807gb",
        "must be a size from 0 to 1,099,511,627,776, in bytes or with a unit as in 64mb, not \"9223372036854775807gb\".")]
    [InlineData("maxmemory", "50%", "must be a size from 0 to 1,099,511,627,776, in bytes or with a unit as in 64mb, not \"50%\".")]
    public void An_invalid_value_has_a_predicate_that_names_the_valid_ones(string name, string text, string predicate)
    {
        Redis(name).Read(text, out var found).ShouldBeNull();

        found.ShouldBe(predicate);
    }

    [Fact]
    public void A_long_value_is_shortened_in_the_predicate()
    {
        Redis("hz").Read(new string('x', 5_000), out var predicate).ShouldBeNull();

        predicate.Length.ShouldBeLessThan(130);
    }

    [Theory]
    [InlineData("maxmemory", "1073741824", "1gb", true)]
    [InlineData("maxmemory", "1073741824", "1073741824", true)]
    [InlineData("maxmemory", "1073741824", "1g", false)]
    [InlineData("appendonly", "yes", "yes", true)]
    [InlineData("appendonly", "yes", "no", false)]
    [InlineData("save", "off", "", true)]
    [InlineData("save", "60 1000", "", false)]
    [InlineData("io-threads", "2", "two", false)]
    public void A_reported_value_is_compared_in_any_notation(string name, string given, string reported, bool isSame) =>
        Redis(name).IsSame(given, reported).ShouldBe(isSame);

    [Fact]
    public void The_units_of_Garnet_are_powers_of_1024()
    {
        var setting = ServerSettings.Find(ServerSettings.Garnet, "AOF-Memory").ShouldNotBeNull();

        setting.Read("128m", out _).ShouldBe("134217728");
        setting.IsSame("134217728", "128m").ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void No_setting_is_a_path_a_port_a_module_or_a_credential(string family)
    {
        var settings = Family(family);

        settings.ShouldNotBeEmpty();
        settings.Select(setting => setting.Name).Distinct(StringComparer.OrdinalIgnoreCase).Count().ShouldBe(settings.Count);
        settings.ShouldAllBe(setting => !Refused().IsMatch(setting.Name));
    }

    [Theory]
    [InlineData("dir")]
    [InlineData("port")]
    [InlineData("include")]
    [InlineData("loadmodule")]
    [InlineData("requirepass")]
    [InlineData("rename-command")]
    [InlineData("appendfilename")]
    [InlineData("dbfilename")]
    [InlineData("logfile")]
    [InlineData("bind")]
    [InlineData("daemonize")]
    [InlineData("unixsocket")]
    [InlineData("tls-cert-file")]
    [InlineData("cluster-enabled")]
    [InlineData("enable-debug-command")]
    [InlineData("replicaof")]
    [InlineData("--appendonly")]
    [InlineData("appendonly yes --dir")]
    [InlineData("")]
    public void Another_setting_is_not_known(string name)
    {
        foreach (var family in Families)
        {
            ServerSettings.Find(Family(family), name).ShouldBeNull();
        }
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void Each_setting_has_a_label_and_bounds_or_choices_and_implies_a_setting_of_its_family(string family)
    {
        foreach (var setting in Family(family))
        {
            setting.Label.ShouldNotBeNullOrWhiteSpace();
            (setting.Type == ServerSettingType.Choice).ShouldBe(setting.Choices.Count > 0, setting.Name);
            (setting.Type is ServerSettingType.WholeNumber or ServerSettingType.Size).ShouldBe(
                setting is { Minimum: not null, Maximum: not null }, setting.Name);
            if (setting.Implies is (var name, var value))
            {
                ServerSettings.Find(Family(family), name).ShouldNotBeNull().Read(value, out _).ShouldBe(value);
            }
        }
    }

    [Fact]
    public void The_documentation_lists_every_setting()
    {
        var section = File.ReadAllText(Path.Combine(Repository.Root, "docs", "targets.md")).Split("## Server settings")[1].Split("\n## ")[0];
        var listed = Listed().Matches(section).Select(name => name.Groups[1].Value).ToHashSet();

        string[] all = [.. Families.SelectMany(family => Family(family)).Select(setting => setting.Name).Distinct()];
        listed.Order().ShouldBe(all.Order());
    }

    internal static IReadOnlyList<ServerSetting> Family(string name) => name switch
    {
        "redis" => ServerSettings.Redis,
        "keydb" => ServerSettings.KeyDb,
        "dragonfly" => ServerSettings.Dragonfly,
        _ => ServerSettings.Garnet,
    };

    private static ServerSetting Redis(string name) => ServerSettings.Find(ServerSettings.Redis, name).ShouldNotBeNull();

    // In the rows of the table.
    [GeneratedRegex("(?<=^\\|.*)`([^`]+)`", RegexOptions.Multiline)]
    private static partial Regex Listed();

    [GeneratedRegex("dir$|file|path|port|bind|socket|module|pass|auth|username|acl|include|rename|tls|cert|replica|slave|cluster|log-?file|import|export",
        RegexOptions.IgnoreCase)]
    private static partial Regex Refused();
}
