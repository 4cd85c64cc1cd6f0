using System.Text;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>Runs the steps of the action as a GitHub runner does: in bash, with files for the outputs and the summary.</summary>
/// <param name="folder">Contains the workspace and the runner's folder of temporary files.</param>
/// <param name="inputs">The inputs; the others have their default.</param>
internal sealed partial class ActionRun(string folder, params (string Name, string Value)[] inputs)
{
    /// <summary>The name of the step that measures.</summary>
    public const string Measure = "Measure";

    private readonly ActionFile _action = ActionFile.Read();
    private readonly Dictionary<string, string> _context = [];
    private readonly StringBuilder _log = new();
    private readonly List<string> _ended = [];
    private readonly string _summary = Path.Combine(folder, "summary.md");

    /// <summary>The folder of the action.</summary>
    public string ActionPath { get; init; } = Repository.Root;

    /// <summary>The pull request that started the workflow; null for a push.</summary>
    public int? PullRequest { get; init; }

    /// <summary>The base of the pull request, or the commit before the push; empty for another event.</summary>
    public string BaseCommit { get; set; } = "";

    /// <summary>The address of GitHub's API.</summary>
    public string Api { get; init; } = "";

    /// <summary>The address before the name of the repository.</summary>
    public string Server { get; init; } = "";

    /// <summary>The result of the step that measures, which is then skipped.</summary>
    public JobDocument? Measured { get; set; }

    /// <summary>The folder of the user's files.</summary>
    public string Workspace { get; } = Directory.CreateDirectory(Path.Combine(folder, "workspace")).FullName;

    /// <summary>The runner's folder of temporary files.</summary>
    public string Temporary { get; } = Directory.CreateDirectory(Path.Combine(folder, "temporary")).FullName;

    /// <summary>The names of the steps that ran, the failed one included.</summary>
    public IReadOnlyList<string> Ended => _ended;

    /// <summary>The summary of the job.</summary>
    public string Summary => File.ReadAllText(_summary);

    /// <summary>What the steps printed.</summary>
    public string Log => _log.ToString();

    /// <summary>The outputs of the action.</summary>
    public IReadOnlyDictionary<string, string> Outputs => _action.Outputs.ToDictionary(output => output.Key, output => Expand(output.Value.Value));

    /// <returns>The exit code of the failed step; 0 if none failed.</returns>
    public async Task<int> RunAsync(CancellationToken ct)
    {
        _context.Clear();
        _ended.Clear();
        await File.WriteAllTextAsync(_summary, "", ct);
        _context["github.token"] = "the-token";
        _context["github.event_name"] = PullRequest is null ? "push" : "pull_request";
        _context["github.event.number"] = $"{PullRequest}";
        _context["github.event.pull_request.base.sha"] = PullRequest is null ? "" : BaseCommit;
        _context["github.event.before"] = PullRequest is null ? BaseCommit : "";
        foreach (var (name, input) in _action.Inputs)
        {
            _context[$"inputs.{name}"] = inputs.FirstOrDefault(given => given.Name == name).Value ?? Expand(input.Default);
        }

        if (Measured is not null)
        {
            await File.WriteAllTextAsync(Path.Combine(Workspace, Outputs["result"]), JsonReport.Write(Measured), ct);
        }

        foreach (var step in _action.Runs.Steps)
        {
            if (step.Uses is not null || (step.Name == Measure && Measured is not null) || !IsMet(step.If))
            {
                continue;
            }

            _ended.Add(step.Name);
            if (await RunStepAsync(step, ct) is var code and not 0)
            {
                return code;
            }
        }

        return 0;
    }

    private async Task<int> RunStepAsync(ActionFile.ActionStep step, CancellationToken ct)
    {
        step.Shell.ShouldBe("bash");
        var script = Path.Combine(folder, "step.sh");
        var outputs = Path.Combine(folder, "outputs.txt");
        await File.WriteAllTextAsync(script, step.Run, ct);
        await File.WriteAllTextAsync(outputs, "", ct);
        var environment = step.Env.ToDictionary(variable => variable.Key, variable => (string?)Expand(variable.Value));
        environment["GITHUB_ACTION_PATH"] = ActionPath;
        environment["GITHUB_API_URL"] = Api;
        environment["GITHUB_OUTPUT"] = outputs;
        environment["GITHUB_REPOSITORY"] = "owner/name";
        environment["GITHUB_SERVER_URL"] = Server;
        environment["GITHUB_STEP_SUMMARY"] = _summary;
        environment["RUNNER_TEMP"] = Temporary;
        // Build processes that stay would use the folders of the test after its end.
        environment["MSBUILDDISABLENODEREUSE"] = "1";
        // One compiler for all projects, as by default: a new one for each project takes twice the CPU time.
        environment["UseSharedCompilation"] = "true";
        var outcome = await ShellCommand.RunAsync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], Workspace, environment, ct);
        _log.Append(outcome.Output).Append(outcome.Error);
        foreach (var line in await File.ReadAllLinesAsync(outputs, ct))
        {
            var (name, value) = (line.Split('=')[0], line[(line.IndexOf('=', StringComparison.Ordinal) + 1)..]);
            _context[$"steps.{step.Id}.outputs.{name}"] = value;
        }

        return outcome.ExitCode;
    }

    // The comparisons of this action, joined by &&.
    private bool IsMet(string? condition) => condition is null || condition.Split("&&").All(part =>
    {
        var comparison = Comparison().Match(part.Trim());
        comparison.Success.ShouldBeTrue($"This condition is not supported here: {part}");
        return (Find(comparison.Groups["name"].Value) == comparison.Groups["value"].Value) == (comparison.Groups["operator"].Value == "==");
    });

    private string Expand(string text) => Expression().Replace(text, match => Find(match.Groups["name"].Value));

    // The outputs of a skipped step are empty.
    private string Find(string name) => name.StartsWith("steps.", StringComparison.Ordinal) ? _context.GetValueOrDefault(name, "") : _context[name];

    [GeneratedRegex("""^(?<name>[\w.-]+) (?<operator>==|!=) '(?<value>[^']*)'$""")]
    private static partial Regex Comparison();

    [GeneratedRegex("""\$\{\{ (?<name>[\w.-]+) \}\}""")]
    private static partial Regex Expression();
}
