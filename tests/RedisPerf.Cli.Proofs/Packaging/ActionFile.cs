using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The action of the repository, <c>action.yml</c>.</summary>
internal sealed record ActionFile
{
    public Dictionary<string, ActionValue> Inputs { get; init; } = [];

    public Dictionary<string, ActionValue> Outputs { get; init; } = [];

    public ActionSteps Runs { get; init; } = new();

    public static ActionFile Read() => new DeserializerBuilder()
        .WithNamingConvention(CamelCaseNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build()
        .Deserialize<ActionFile>(File.ReadAllText(Path.Combine(Repository.Root, "action.yml")));

    internal sealed record ActionValue
    {
        /// <summary>The default of an input.</summary>
        public string Default { get; init; } = "";

        /// <summary>The value of an output.</summary>
        public string Value { get; init; } = "";
    }

    internal sealed record ActionSteps
    {
        public List<ActionStep> Steps { get; init; } = [];
    }

    internal sealed record ActionStep
    {
        public string Name { get; init; } = "";

        public string? Id { get; init; }

        public string? If { get; init; }

        /// <summary>Another action, instead of a script.</summary>
        public string? Uses { get; init; }

        public string? Shell { get; init; }

        public string Run { get; init; } = "";

        public Dictionary<string, string> Env { get; init; } = [];
    }
}
