using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The fields of a job, on the form of a job or of a schedule.</summary>
/// <param name="Form">Their values.</param>
/// <param name="Targets">All targets.</param>
/// <param name="Clients">The names of all clients.</param>
/// <param name="Errors">The errors, by field.</param>
public sealed record RunFields(RunForm Form, IReadOnlyList<TargetDescription> Targets, IReadOnlyList<string> Clients, IReadOnlyList<FieldError> Errors)
{
    public BenchmarkInfo Benchmark => Form.Benchmark;

    /// <summary>The declared fields of the request: rounds, baseline, note.</summary>
    public IReadOnlyList<OptionInfo> Declared { get; } = RequestFields.Of(Form.Benchmark);

    /// <summary>The strategies to choose from, including the published ones and without the floor.</summary>
    public IReadOnlyList<StrategyInfo> ComparedStrategies { get; } = [.. Form.Benchmark.Strategies.Where(strategy => !strategy.IsFloor)];

    /// <summary>How each strategy looks.</summary>
    public IReadOnlyDictionary<string, StrategyLook> Looks { get; } = StrategyLook.For(Form.Benchmark).ToDictionary(look => look.Name);

    /// <summary>The containers whose Docker engine cannot be used, shown in one line with their common reason.</summary>
    public IReadOnlyList<TargetDescription> Unreachable =>
        [.. Targets.Where(target => target.LacksDocker && !Form.Targets.Contains(target.Name))];

    /// <summary>The clients to choose from, with those of the form that no longer exist.</summary>
    public IReadOnlyList<string> OfferedClients { get; } = [.. Clients.Union(Form.Clients)];

    /// <summary>The errors of one field.</summary>
    public IEnumerable<string> ErrorsOf(string field) => Errors.Where(error => error.Field == field).Select(error => error.Message);

    /// <summary>The errors of fields that the form does not have, shown at the top.</summary>
    public IEnumerable<string> OtherErrors => Errors.Where(error => !IsShown(error.Field)).Select(error => error.Message);

    private bool IsShown(string field) =>
        field is "strategies" or "targets" or "clients"
        || Declared.Any(each => each.Name == field)
        || Benchmark.Options.Options.Any(option => $"options.{option.Name}" == field);
}
