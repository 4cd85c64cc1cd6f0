using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.Mget;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks.Contract;

/// <summary>The cases of the combinations of the values of the options that a job varies.</summary>
public sealed class VariantsTests
{
    public static TheoryData<string> Benchmarks => [.. Catalogue.Default.Benchmarks.Select(benchmark => benchmark.Info.Name)];

    [Fact]
    public void A_strategy_that_an_option_does_not_affect_has_one_case()
    {
        var cases = Cases("insert", ["multi-exec", "hset", "gzip"], """{"batchSize":[50,100],"compressionLevel":["fastest","smallest"]}""");

        cases.Select(item => $"{item.Strategy.Name} {item.At}").ShouldBe(
        [
            "multi-exec batchSize=50", "multi-exec batchSize=100", "gzip compressionLevel=fastest", "gzip compressionLevel=smallest", "hset ",
            "floor ",
        ], ignoreOrder: true);
    }

    [Fact]
    public void Each_combination_has_its_own_options()
    {
        var request = Read("insert", ["batch"], """{"items":[100,200],"payloadBytes":[1024,2048]}""");

        Variants.Of<InsertOptions>(request).Select(variant => (variant.Options.Items, variant.Options.PayloadBytes))
            .ShouldBe([(100, 1024), (100, 2048), (200, 1024), (200, 2048)]);
        Variants.Of<InsertOptions>(Read("insert", ["batch"], "{}")).ShouldHaveSingleItem().ShouldBe(new(Coordinates.None, new InsertOptions()));
    }

    [Fact]
    public void Cases_with_the_same_documents_share_them()
    {
        PayloadsOf("""{"items":[10,20],"keys":5,"batchSize":[50,100]}""").ShouldHaveSingleItem();
        PayloadsOf("""{"items":[10,20],"keys":5,"payloadBytes":[1024,2048]}""").Count().ShouldBe(2);
        PayloadsOf("""{"items":10,"keys":5,"seed":[1,2,3]}""").Count().ShouldBe(3);

        static IEnumerable<object> PayloadsOf(string options) => Cases("insert", ["batch", "multi-exec", "hset"], options)
            .Select(item => Member(Member(item, "Workload"), "_payloads")).Distinct(ReferenceEqualityComparer.Instance).OfType<object>();
    }

    [Fact]
    public void Cases_that_read_the_same_keys_share_them()
    {
        Cases("mget", ["mget", "single-get"], """{"keysPerCall":[1,10],"loops":[0,5]}""").Select(item => item.Shared).OfType<SharedData>()
            .Distinct().ShouldHaveSingleItem();
        Cases("mget", ["mget", "single-get"], """{"keysPerCall":[1,10],"keys":[100,200]}""").Where(item => item.Shared is not null)
            .GroupBy(item => item.Shared)
            .Select(shared => string.Join(" ", shared.Select(item => item.At["keys"]).Distinct())).ShouldBe(["100", "200"]);
    }

    [Fact]
    public void Different_data_has_different_keys()
    {
        var workloads = Cases("mget", ["mget"], """{"keysPerCall":[1],"keys":[100,200]}""")
            .Where(item => !item.Strategy.IsReference).Select(item => (MgetWorkload)Member(item, "Workload")).ToArray();

        workloads.Select(workload => workload.Key(7)).ShouldBeUnique();
    }

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public void Each_strategy_that_an_option_affects_exists(string benchmark)
    {
        var info = Catalogue.Default.Find(benchmark)!.Info;
        var names = info.Strategies.Select(strategy => strategy.Name).ToHashSet();

        foreach (var property in OptionsOf(benchmark).GetProperties())
        {
            var affected = property.GetCustomAttribute<AffectsAttribute>()?.Strategies ?? [];

            // Benchmarks share options: a benchmark can lack some of their strategies, but not all.
            if (property.DeclaringType == OptionsOf(benchmark))
            {
                affected.ShouldBeSubsetOf(names, property.Name);
            }

            (affected.Count == 0 || affected.Any(names.Contains)).ShouldBeTrue(property.Name);
            affected.ShouldBeSubsetOf(Catalogue.Default.Benchmarks.SelectMany(each => each.Info.Strategies).Select(strategy => strategy.Name),
                property.Name);
        }

        info.Strategies.SelectMany(strategy => strategy.IgnoredOptions)
            .ShouldBeSubsetOf(info.Options.Options.Select(option => option.Name));
    }

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public void Every_option_but_a_text_can_vary_and_has_a_label(string benchmark)
    {
        foreach (var option in Catalogue.Default.Find(benchmark)!.Info.Options.Options)
        {
            option.CanVary.ShouldBe(option.Type != OptionType.Text, option.Name);
            option.AxisLabel.ShouldNotBeNullOrWhiteSpace();
            option.AxisLabel.Length.ShouldBeLessThan(30, option.Name);
            // A label is words, not the name in the API, which has capitals within it, and not a sentence.
            Regex.IsMatch(option.AxisLabel, "[a-z][A-Z]|[,;:%()]").ShouldBeFalse(option.AxisLabel);
        }
    }

    [Theory]
    [MemberData(nameof(Benchmarks))]
    public void Without_an_option_of_several_values_the_cases_have_no_coordinates(string benchmark)
    {
        var (found, options) = (Catalogue.Default.Find(benchmark)!, (OptionSet)Read(benchmark, null, "{}").Options);
        var request = Read(benchmark, null, "{}") with { Options = options.At(Coordinates.None) };

        found.Cases(request, "p:").Select(item => item.Strategy.Name).ShouldBeUnique();
        found.Cases(request, "p:").ShouldAllBe(item => item.At == Coordinates.None);
    }

    private static Type OptionsOf(string benchmark) => ((Type[])typeof(OptionsSchema)
        .GetField("_types", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(Catalogue.Default.Find(benchmark)!.Info.Options)!)[0];

    private static object Member(object item, string name)
    {
        for (var type = item.GetType(); type is not null; type = type.BaseType)
        {
            const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            if ((type.GetProperty(name, own)?.GetValue(item) ?? type.GetField(name, own)?.GetValue(item)) is { } found)
            {
                return found;
            }
        }

        throw new InvalidOperationException($"{item.GetType().Name} has no {name}.");
    }

    private static IReadOnlyList<Case> Cases(string benchmark, string[] strategies, string options) =>
        Catalogue.Default.Find(benchmark)!.Cases(Read(benchmark, strategies, options), "p:");

    private static JobRequest Read(string benchmark, string[]? strategies, string options) => new JobDraft
    {
        Benchmark = benchmark,
        Strategies = strategies,
        Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)!,
    }.Validate(Catalogue.Default, ["local"], out var errors).ShouldNotBeNull(string.Join(" ", errors));
}
