using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Nodes;

namespace RedisPerf.Web.Pages.NewRun;

/// <summary>The fields of a job, on the form of a job or of a schedule.</summary>
/// <param name="Form">Their values.</param>
/// <param name="Targets">All targets of this process.</param>
/// <param name="Clients">The names of all clients.</param>
/// <param name="Payloads">The payloads of this node.</param>
/// <param name="Nodes">The nodes, and the targets that only other nodes can use.</param>
/// <param name="Errors">The errors, by field.</param>
public sealed record RunFields(RunForm Form, IReadOnlyList<TargetDescription> Targets, IReadOnlyList<string> Clients,
    IReadOnlyList<PayloadDescription> Payloads, NodeChoices Nodes, IReadOnlyList<FieldError> Errors)
{
    public BenchmarkInfo Benchmark => Form.Benchmark;

    /// <summary>The declared fields of the request: rounds, baseline, note. Those of nodes only where there are several, or with a value.</summary>
    public IReadOnlyList<OptionInfo> Declared { get; } =
    [
        .. RequestFields.Of(Form.Benchmark)
            .Where(field => field.Name != RequestFields.Payload)
            .Where(field => !RequestFields.IsOfNodes(field) || Nodes.Names.Count > 0 || !field.IsDefault(Form[field.Name]))
            .Select(field => field.Name != RequestFields.Node ? field : field with
            {
                Type = OptionType.Choice,
                Choices = [.. Nodes.Names.Union(new[] { Form[field.Name] }.Where(name => name.Length > 0))],
            }),
    ];

    /// <summary>The options that are always visible.</summary>
    public IReadOnlyList<(OptionInfo Option, string Field, string Value)> MainOptions => [.. AllOptions.Where(each => IsMain(each.Option))];

    /// <summary>The options that most jobs leave unchanged.</summary>
    public IReadOnlyList<(OptionInfo Option, string Field, string Value)> OtherOptions => [.. AllOptions.Where(each => !IsMain(each.Option))];

    /// <summary>What the closed part of the form contains, in a few words.</summary>
    public IEnumerable<string> Adjustable =>
    [
        .. TakesPayload ? ["payload"] : Array.Empty<string>(), .. OfferedClients.Count > 0 ? ["client versions"] : Array.Empty<string>(),
        "server settings", "simulated link", "warm-up, seed and all other options",
    ];

    /// <summary>Whether the part of the form that most jobs leave unchanged is open: a value differs from its default or is invalid.</summary>
    public bool IsAdjusted =>
        OtherOptions.Any(each => !each.Option.IsDefault(each.Value) || ErrorsOf(each.Field).Any())
        || Payload.Length > 0 || Form.Clients.Count > 0 || Form.Server.Count > 0
        || Errors.Any(error => FieldOf(error) is RequestFields.Payload or "clients" or RunForm.ServerField);

    private IEnumerable<(OptionInfo Option, string Field, string Value)> AllOptions =>
        Benchmark.Options.Options.Select(option => (option, $"options.{option.Name}")).Concat(Declared.Select(declared => (declared, declared.Name)))
            .Select(each => (each.Item1, each.Item2, Form[each.Item2]));

    private static bool IsMain(OptionInfo option) => !option.IsAdvanced && option.Name is not (RequestFields.Warmups or RequestFields.Note);

    /// <summary>The strategies to choose from, including the published ones and without the floor.</summary>
    public IReadOnlyList<StrategyInfo> ComparedStrategies { get; } = [.. Form.Benchmark.Strategies.Where(strategy => !strategy.IsFloor)];

    /// <summary>How each strategy looks.</summary>
    public IReadOnlyDictionary<string, StrategyStyle> Looks { get; } = StrategyStyle.For(Form.Benchmark).ToDictionary(look => look.Name);

    /// <summary>The containers whose Docker engine cannot be used, shown in one line with their common reason.</summary>
    public IReadOnlyList<TargetDescription> Unreachable =>
        [.. Targets.Where(target => target.IsDockerMissing && !Form.Targets.Contains(target.Name) && !IsElsewhere(target))];

    /// <summary>The targets of this process to choose from.</summary>
    public IReadOnlyList<TargetDescription> OfferedTargets => [.. Targets.Where(target => !IsElsewhere(target)).Except(Unreachable)];

    /// <summary>The targets of the form that no longer exist.</summary>
    public IEnumerable<string> MissingTargets =>
        Form.Targets.Except(Targets.Select(target => target.Name)).Except(Nodes.Targets.Select(target => target.Name));

    /// <summary>The clients to choose from, with those of the form that no longer exist.</summary>
    public IReadOnlyList<string> OfferedClients { get; } = [.. Clients.Union(Form.Clients)];

    /// <summary>Whether the benchmark can use the values of a user.</summary>
    public bool TakesPayload => Benchmark.CheckPayload is not null;

    /// <summary>The hash of the payload; empty for generated documents.</summary>
    public string Payload => Form[RequestFields.Payload];

    /// <summary>The errors of one field.</summary>
    public IEnumerable<string> ErrorsOf(string field) => Errors.Where(error => FieldOf(error) == field).Select(error => error.Message);

    /// <summary>The field of the form with an error. All settings of servers have one field.</summary>
    public static string FieldOf(FieldError error) =>
        error.Field.StartsWith($"{RunForm.ServerField}.", StringComparison.Ordinal) ? RunForm.ServerField : error.Field;

    /// <summary>The errors of fields that the form does not have, shown at the top.</summary>
    public IEnumerable<string> OtherErrors => Errors.Where(error => !IsShown(FieldOf(error))).Select(error => error.Message);

    private bool IsElsewhere(TargetDescription target) => Nodes.Targets.Any(each => each.Name == target.Name);

    private bool IsShown(string field) =>
        field is "strategies" or "targets" or "clients" or RunForm.ServerField
        || (TakesPayload && field == RequestFields.Payload)
        || Declared.Any(each => each.Name == field)
        || Benchmark.Options.Options.Any(option => $"options.{option.Name}" == field);
}
