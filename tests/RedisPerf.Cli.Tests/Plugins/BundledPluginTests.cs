using RedisPerf.Core.Running.Workers.Plugins;

namespace RedisPerf.Cli.Tests.Plugins;

/// <summary>The strategies of other client libraries, which are next to the program.</summary>
public sealed class BundledPluginTests
{
    [Fact]
    public async Task The_strategies_of_each_client_library_are_loaded_and_listed()
    {
        BundledPlugins.Names.ShouldBe(["caches", "csredis", "freeredis", "garnet", "respite"]);

        var listed = await Outcome.OfAsync(["list", .. BundledPlugins.Names.SelectMany(name => new[] { "--strategies", name })], Ct);

        listed.ExitCode.ShouldBe(0, listed.Error);
        BundledPlugins.Names.ShouldAllBe(name => listed.Output.Contains($" {name}/", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_unknown_name_is_refused_with_the_valid_ones()
    {
        var outcome = await Outcome.OfAsync("list --strategies other", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain(
            "There are no strategies with the name \"other\"; valid: caches, csredis, freeredis, garnet, respite, or the path of a DLL");
    }
}
