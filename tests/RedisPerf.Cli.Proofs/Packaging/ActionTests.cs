using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The steps of <c>action.yml</c>, with the real program and the embedded server.</summary>
public sealed class ActionTests : IDisposable
{
    private const string Small = "insert -s batch --items 60 --payload-bytes 200\n--runs 3 --warmups 0 --target embedded\n";
    private const string Comment = "Comment on the pull request";

    private readonly TestFolder _folder = new();

    public ActionTests() => ShellCommand.SkipWithout("bash", "curl", "jq");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task First_job_has_no_base()
    {
        var action = Action(("run", Small));

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        var result = JsonReport.Read(await File.ReadAllTextAsync(Path.Combine(action.Workspace, action.Outputs["result"]), Ct));
        result.State.ShouldBe(JobState.Completed);
        result.Cases.Select(@case => @case.Runs.Count).ShouldBe([3, 3]);
        action.Outputs["verdict"].ShouldBe("no-base");
        action.Summary.ShouldContain("| floor (reference) |");
        action.Summary.ShouldContain("There is no base yet: the file redisperf-base.json does not exist.");
        action.Ended.ShouldNotContain(Comment);
    }

    [Fact]
    public async Task Comparison_is_a_comment_that_the_next_job_replaces()
    {
        await using var github = new CommentServer();
        github.Comments.AddRange(Enumerable.Repeat("A comment of a reviewer.", 100));
        var action = Action(github, ("run", Small));
        await WriteBaseAsync(action, seconds: 100);

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);
        github.Comments[100].ShouldContain("| batch | 5 | 3 |");
        action.Measured = SampleJob.Of("next", ("batch", 90));
        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        github.Writes.ShouldBe(
            ["POST /repos/owner/name/issues/7/comments Bearer the-token", "PATCH /repos/owner/name/issues/comments/101 Bearer the-token"]);
        github.Comments.Count.ShouldBe(101);
        github.Comments[100].ShouldBe($"<!-- redisperf: redisperf -->\n{await File.ReadAllTextAsync(action.Outputs["comparison"], Ct)}");
        github.Comments[100].Split('\n').ShouldContain(
            line => line.StartsWith("| batch | 5 | 5 | ") && line.Contains("0.90× ("), github.Comments[100]);
        action.Summary.ShouldContain("## insert comparison");
        action.Outputs["verdict"].ShouldBe("passed");
    }

    [Theory]
    [InlineData("10%", 3, "slower")]
    [InlineData("", 0, "passed")]
    public async Task Slower_case_fails_after_the_comment(string limit, int exitCode, string verdict)
    {
        await using var github = new CommentServer();
        var action = Action(github, ("fail-above", limit));
        action.Measured = SampleJob.Of("new", ("batch", 1.2));
        await WriteBaseAsync(action, seconds: 1);

        (await action.RunAsync(Ct)).ShouldBe(exitCode, action.Log);

        action.Outputs["verdict"].ShouldBe(verdict);
        var comment = github.Comments.ShouldHaveSingleItem();
        comment.Contains("- batch on embedded is 20% slower", StringComparison.Ordinal).ShouldBe(exitCode == 3);
        action.Log.Contains("batch on embedded is 20% slower", StringComparison.Ordinal).ShouldBe(exitCode == 3);
    }

    [Fact]
    public async Task Base_of_another_benchmark_fails()
    {
        var action = Action();
        action.Measured = SampleJob.Of("new", ("batch", 1));
        await WriteBaseAsync(action, seconds: 1, benchmark: "mget");

        (await action.RunAsync(Ct)).ShouldBe(2, action.Log);

        action.Outputs["verdict"].ShouldBe("not-comparable");
        action.Summary.ShouldContain("- The two jobs are of different benchmarks, mget and insert");
    }

    [Fact]
    public async Task Failed_measurement_ends_the_action()
    {
        var action = Action(("run", "insert $(touch one) ; touch two"));
        await WriteBaseAsync(action, seconds: 1);

        (await action.RunAsync(Ct)).ShouldBe(2);

        action.Ended[^1].ShouldBe(ActionRun.Measure);
        action.Log.ShouldContain("$(touch");
        Directory.GetFiles(action.Workspace).Select(Path.GetFileName).ShouldBe(["redisperf-base.json"]);
    }

    [Fact]
    public async Task Refused_comment_is_a_warning()
    {
        await using var github = new CommentServer { IsReadOnly = true };
        var action = Action(github);
        action.Measured = SampleJob.Of("new", ("batch", 1));
        await WriteBaseAsync(action, seconds: 1);

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        github.Writes.ShouldHaveSingleItem();
        action.Log.ShouldContain("::warning title=RedisPerf::The comment on the pull request could not be written.");
        action.Log.ShouldContain("403");
    }

    [Fact]
    public async Task Comments_can_be_disabled()
    {
        await using var github = new CommentServer();
        var action = Action(github, ("comment", "false"));
        action.Measured = SampleJob.Of("new", ("batch", 1));
        await WriteBaseAsync(action, seconds: 1);

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        action.Ended.ShouldNotContain(Comment);
        github.Comments.ShouldBeEmpty();
    }

    /// <summary>GitHub inserts the value of an expression into a script, where it would be code.</summary>
    [Fact]
    public void Scripts_contain_no_expressions() =>
        ActionFile.Read().Runs.Steps.Where(step => step.Run.Contains("${{", StringComparison.Ordinal)).ShouldBeEmpty();

    private ActionRun Action(params (string Name, string Value)[] inputs) =>
        new(_folder.Path, [("command", Path.Combine(AppContext.BaseDirectory, "redisperf")), .. inputs]);

    // A pull request started the workflow.
    private ActionRun Action(CommentServer github, params (string Name, string Value)[] inputs) =>
        new(_folder.Path, [("command", Path.Combine(AppContext.BaseDirectory, "redisperf")), .. inputs]) { PullRequest = 7, Api = github.Address };

    private static Task WriteBaseAsync(ActionRun action, double seconds, string benchmark = "insert") => File.WriteAllTextAsync(
        Path.Combine(action.Workspace, "redisperf-base.json"),
        JsonReport.Write(SampleJob.Of("base", ("batch", seconds)) with { Benchmark = benchmark }),
        Ct);
}
