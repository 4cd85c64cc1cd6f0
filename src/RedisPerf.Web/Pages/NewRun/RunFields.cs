using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>What the fields of a job show, on whichever form they stand.</summary>
/// <param name="Form">What is typed into them.</param>
/// <param name="Targets">All there are.</param>
/// <param name="Errors">What is wrong with which field.</param>
public sealed record RunFields(RunForm Form, IReadOnlyList<TargetDescription> Targets, IReadOnlyList<FieldError> Errors)
{
    public BenchmarkInfo Benchmark => Form.Benchmark;

    /// <summary>The strategies that compete, those of the article included.</summary>
    public IReadOnlyList<StrategyInfo> Contenders { get; } = [.. Form.Benchmark.Strategies.Where(strategy => !strategy.IsFloor)];

    /// <summary>How each strategy looks.</summary>
    public IReadOnlyDictionary<string, StrategyLook> Looks { get; } = StrategyLook.For(Form.Benchmark).ToDictionary(look => look.Name);

    /// <summary>The containers whose Docker engine cannot be used, shown in one line with their common reason.</summary>
    public IReadOnlyList<TargetDescription> Unreachable =>
        [.. Targets.Where(target => target.LacksDocker && !Form.Targets.Contains(target.Name))];

    /// <summary>The sentences for one field.</summary>
    public IEnumerable<string> ErrorsOf(string field) => Errors.Where(error => error.Field == field).Select(error => error.Message);

    /// <summary>Fields that the form does not have: their sentences go to the top.</summary>
    public IEnumerable<string> OtherErrors => Errors.Where(error => !IsShown(error.Field)).Select(error => error.Message);

    private bool IsShown(string field) =>
        field is "strategies" or "targets" or "runs" or "warmups" or "baseline"
        || Benchmark.Options.Options.Any(option => $"options.{option.Name}" == field);
}
