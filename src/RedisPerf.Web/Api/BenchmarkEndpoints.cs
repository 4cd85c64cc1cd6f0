using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Api;

/// <summary>The benchmarks and the targets.</summary>
internal static class BenchmarkEndpoints
{
    public static void MapBenchmarks(this IEndpointRouteBuilder api)
    {
        api.MapGet("/benchmarks", (Catalogue catalogue) => catalogue.Benchmarks.Select(benchmark => Describe(benchmark.Info)).ToArray())
            .WithSummary("Benchmarks with their strategies and options");
        api.MapGet("/targets", DescribeTargetsAsync).WithSummary("Targets with their state");
        api.MapGet("/clients",
            (ClientCatalogue clients) => clients.Names.Select(name => new DescribedClient(name, name == ThisMachine.ClientVersion)).ToArray())
            .WithSummary("Versions of StackExchange.Redis that a job can name");
    }

    private static BenchmarkDescription Describe(BenchmarkInfo info) => new(
        info.Name,
        info.Title,
        info.Question,
        [.. info.Strategies.Select(strategy => new StrategyDescription(
            strategy.Name, strategy.Title, strategy.Summary, strategy.AsPublished, strategy.IsDefault,
            strategy.UseIt is { } snippet ? new(snippet.DefaultCode(), snippet.GivenUp) : null))],
        [.. info.Options.Options.Select(Describe)],
        [.. RequestFields.Of(info).Select(Describe)],
        new(info.Runs, info.Warmups));

    private static OptionDescription Describe(OptionInfo option) =>
        new(option.Name, option.Label, option.Type, option.Default, option.Minimum, option.Maximum, option.Unit, option.Choices);

    private static async Task<DescribedTarget[]> DescribeTargetsAsync(TargetBoard board, TargetCatalogue targets)
    {
        var descriptions = await board.DescribeAsync();
        var byDefault = TargetCatalogue.Default(descriptions);
        return [.. descriptions.Select(target => new DescribedTarget(target.Name, target.Engine, target.Version, target.Source,
            targets.Find(target.Name)?.Address, target.Status, target.Reason, target == byDefault))];
    }

    internal sealed record BenchmarkDescription(
        string Name,
        string Title,
        string Question,
        IReadOnlyList<StrategyDescription> Strategies,
        IReadOnlyList<OptionDescription> Options,
        IReadOnlyList<OptionDescription> Fields,
        RoundDefaults Defaults);

    internal sealed record StrategyDescription(
        string Name, string Title, string Summary, bool AsPublished, bool IsDefault, SnippetDescription? UseIt);

    internal sealed record SnippetDescription(string Code, IReadOnlyList<string> GivenUp);

    internal sealed record OptionDescription(
        string Name, string Label, OptionType Type, object Default, double? Minimum, double? Maximum, string? Unit, IReadOnlyList<string>? Choices);

    internal sealed record DescribedClient(string Name, bool IsDefault);

    internal sealed record RoundDefaults(int Runs, int Warmups);

    internal sealed record DescribedTarget(
        string Name, string? Engine, string? Version, TargetSource Source, string? Address, TargetStatus Status, Reason? Reason, bool IsDefault);
}
