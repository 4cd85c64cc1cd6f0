using System.Text.Json;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Cli.Tests.Plugins;

/// <summary>The profile of a strategy whose time is in known methods.</summary>
public sealed class ProfileTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_hot_method_is_the_first_one_with_its_share()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("hot", """
            // Alternating, so that another program on the machine slows both.
            for (var part = 0; part < 100; part++)
            {
                Sum += SevenTenths(2_800_000) + ThreeTenths(1_200_000);
            }

            await WriteAsync(database, work.Fields);
            """, """
            public static double Sum;

            [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
            private static double SevenTenths(long count)
            {
                var sum = 1.0;
                for (var index = 0L; index < count; index++) { sum = (sum * 0.999) + index; }
                return sum;
            }

            [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
            private static double ThreeTenths(long count)
            {
                var sum = 1.0;
                for (var index = 0L; index < count; index++) { sum = (sum * 0.999) + index; }
                return sum;
            }
            """));
        var profiles = Path.Combine(_folder.Path, "profiles");

        var outcome = await Outcome.OfAsync(
            $"run insert --items 60 --payload-bytes 200 --runs 1 --warmups 0 --slices 1 --target {Outcome.Target} --format json "
            + $"--strategies {file} -s my/hot --profile-out {profiles} --with-profile", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Error.ShouldContain("my/hot, client (profiled, not measured; ");
        var document = JsonReport.Read(outcome.Output);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.Round == 0, "the profiled round is no run");
        var client = document.Profiles.ShouldNotBeNull().Single(profile => profile.Case.Strategy == "my/hot").Client;
        client.Missing.ShouldBeNull();
        var stacks = StackProfile.Of(client.Stacks);
        var methods = stacks.Methods();
        methods[0].Name.ShouldEndWith(".SevenTenths");
        (methods[0].Own / stacks.Seconds).ShouldBe(0.7, 0.05, outcome.Error);
        methods[1].Name.ShouldEndWith(".ThreeTenths");

        var folded = await File.ReadAllTextAsync(Path.Combine(profiles, "my_hot.client.folded"), Ct);
        folded.ShouldBe(client.Stacks);
        using var speedscope = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(profiles, "my_hot.client.speedscope.json"), Ct));
        var drawn = speedscope.RootElement.GetProperty("profiles")[0];
        drawn.GetProperty("samples").GetArrayLength().ShouldBe(stacks.Stacks.Count);
        drawn.GetProperty("endValue").GetDouble().ShouldBe(stacks.Seconds, 1e-6);
    }
}
