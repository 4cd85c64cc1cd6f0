using System.Text.RegularExpressions;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The workflows of the repository.</summary>
public sealed partial class WorkflowTests
{
    [Fact]
    public void Each_action_is_pinned_to_a_commit()
    {
        var actions = Directory.EnumerateFiles(Path.Combine(Repository.Root, ".github", "workflows"))
            .Append(Path.Combine(Repository.Root, "action.yml"))
            .SelectMany(File.ReadLines).Where(line => line.Contains("uses:", StringComparison.Ordinal)).ToArray();

        actions.Length.ShouldBeGreaterThan(3);
        actions.ShouldAllBe(line => Pinned().IsMatch(line));
    }

    [Fact]
    public void A_workflow_runs_what_a_change_must_pass() =>
        File.ReadAllText(Path.Combine(Repository.Root, ".github", "workflows", "ci.yml")).ShouldContain("run: bash .ci/run");

    [GeneratedRegex(@"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")]
    private static partial Regex Pinned();
}
