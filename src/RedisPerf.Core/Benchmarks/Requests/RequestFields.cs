using System.Text.Json;
using System.Text.Json.Nodes;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Requests;

/// <summary>The fields of a request that have one value, such as the number of rounds, declared once. The form, the API, the CLI, and
/// schedules are generated from these declarations, as they are from the options of a benchmark.</summary>
public static class RequestFields
{
    /// <summary>Maximum length of the note in characters.</summary>
    public const int MaximumNoteLength = 500;

    /// <summary>Maximum number of slices of a run.</summary>
    public const int MaximumSlices = 100;

    /// <summary>Maximum length of the name of a node in characters.</summary>
    public const int MaximumNodeLength = 100;

    /// <summary>Maximum number of nodes that measure a job together.</summary>
    public const int MaximumLoadFrom = 16;

    /// <summary>Length of the hash of a payload in characters.</summary>
    private const int PayloadHashLength = 64;

    /// <summary>The time budget of a job that runs until it is decided, unless the request has another one.</summary>
    public const long DefaultBudgetSeconds = 600;

    /// <summary>Names in the HTTP contract.</summary>
    public const string Runs = "runs", Warmups = "warmups", Baseline = "baseline", Seed = "seed", Slices = "slices", Verify = "verify", Note =
        "note", Until = "until", BudgetSeconds = "budgetSeconds", Node = "node", OnNodeLoss = "onNodeLoss", LoadFrom = "loadFrom", Payload =
            "payload", Profile = "profile";

    private static readonly OptionInfo[] Declarations =
    [
        new(Runs, "timed rounds", OptionType.Integer, 5L, 1, 100, null, null, false),
        new(Warmups, "warm-up rounds, excluded from summaries", OptionType.Integer, 1L, 0, 10, null, null, false),
        new(Until, "end: after the timed rounds, or when each comparison is decided", OptionType.Choice, RunUntil.Rounds.ToWord(), null,
            null, null, EnumWord.All<RunUntil>(), false),
        new(Payload, "your own values instead of generated documents: the SHA-256 of a payload", OptionType.Text, "", null,
            PayloadHashLength, null, null, false),
        new(Note, "shown in the list of jobs", OptionType.Text, "", null, MaximumNoteLength, null, null, false),
        new(Baseline, "strategy that the others are compared with", OptionType.Choice, "", null, null, null, [], true),
        new(Slices, "maximum number of slices of a run; the slices of all cases alternate", OptionType.Integer, 1L, 1, MaximumSlices, null,
            null, true),
        new(BudgetSeconds, "maximum time of a job that runs until it is decided", OptionType.Integer, DefaultBudgetSeconds, 10, 86_400, "s",
            null, true),
        new(Verify, "values that are read back and compared after each run", OptionType.Choice, "", null, null, null, [], true),
        new(Profile, "profile each case in one more round, which is not measured", OptionType.Boolean, false, null, null, null, null, true),
        new(Seed, "seed of the order of cases in a round", OptionType.Integer, 1L, 0, int.MaxValue, null, null, true),
        new(Node, "node that measures; default: the first free node that has the targets", OptionType.Text, "", null, MaximumNodeLength,
            null, null, true),
        new(LoadFrom, "number of nodes that measure each run together", OptionType.Integer, 1L, 1, MaximumLoadFrom, null, null, true),
        new(OnNodeLoss, "if the node is lost; default: requeue for a schedule, interrupt otherwise", OptionType.Choice, "", null, null,
            null, EnumWord.All<NodeLoss>(), true),
    ];

    /// <summary>The fields of a job that any of several nodes can measure.</summary>
    private static readonly string[] OfNodes = [Node, OnNodeLoss, LoadFrom];

    public static IReadOnlyList<string> Names { get; } = [.. Declarations.Select(field => field.Name)];

    /// <summary>The fields with the defaults of a benchmark. Any of its strategies can be the baseline.</summary>
    public static IReadOnlyList<OptionInfo> Of(BenchmarkInfo info) =>
        Of(info, [.. info.Strategies.Where(strategy => !strategy.IsFloor).Select(strategy => strategy.Name)]);

    /// <summary>The body of <c>POST /api/jobs</c> that creates the same request again: each field by its name, the lists and the options
    /// too. A field without a value is null; then it has its default.</summary>
    public static JsonObject BodyOf(JobRequest request, string? note)
    {
        var body = JsonSerializer.SerializeToNode(request, ModelJson.Options)!.AsObject();
        body.Remove("title");
        body.Remove("axes");
        body[Payload] = request.Payload?.Hash;
        body[Note] = note;
        if (request.LoadFrom == 1)
        {
            body[LoadFrom] = null;
        }

        return body;
    }

    /// <summary>Whether only a job that any of several nodes can measure has use for a field.</summary>
    public static bool IsOfNodes(OptionInfo field) => OfNodes.Contains(field.Name);

    /// <summary>The fields for a program that measures its jobs itself.</summary>
    public static IReadOnlyList<OptionInfo> WithoutNodes(IReadOnlyList<OptionInfo> fields) => [.. fields.Where(field => !IsOfNodes(field))];

    /// <summary>The fields of a request for some strategies. The baseline is one of them.</summary>
    internal static IReadOnlyList<OptionInfo> Of(BenchmarkInfo info, IReadOnlyList<string> strategies) =>
        [.. Declarations.Where(field => field.Name != Payload || info.CheckPayload is not null).Select(field => field.Name switch
        {
            Runs => field with { Default = (long)info.Runs },
            Warmups => field with { Default = (long)info.Warmups },
            Slices => field with { Default = (long)info.Slices, Maximum = info.Slices == 1 ? 1 : field.Maximum },
            Verify => field with { Default = info.Verifications[0].ToWord(), Choices = [.. info.Verifications.Select(each => each.ToWord())] },
            Baseline => field with { Label = $"{field.Label}, {(info.AreAlternatives ? info.Baseline : "none")} by default", Choices = strategies },
            _ => field,
        })];
}
