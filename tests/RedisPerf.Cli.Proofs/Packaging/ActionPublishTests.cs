using RedisPerf.Cli.Tests;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The step of <c>action.yml</c> that publishes a site, with a Git repository instead of GitHub.</summary>
public sealed class ActionPublishTests : IDisposable
{
    private const string Branch = "results";
    private const string Publish = "Publish the site";

    private readonly TestFolder _folder = new();

    public ActionPublishTests() => ShellCommand.SkipWithout("bash", "curl", "git", "jq");

    private string Origin => Path.Combine(_folder.Path, "server", "owner", "name");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_site_is_one_commit_without_a_parent_that_gets_each_result()
    {
        await GitAsync("init", "--quiet", "--bare", Origin);
        var action = Action();
        foreach (var (note, seconds) in new[] { ("first", 1.0), ("second", 1.1), ("third", 1.0) })
        {
            action.Measured = SampleJob.Of(note, ("batch", seconds), ("multi-exec", 1.3)) with { Id = Guid.CreateVersion7() };
            (await action.RunAsync(Ct)).ShouldBe(0, action.Log);
        }

        (await InOriginAsync("rev-list", "--count", Branch)).ShouldBe("1");
        (await InOriginAsync("branch", "--format", "%(refname:short)")).ShouldBe(Branch);
        var files = (await InOriginAsync("ls-tree", "-r", "--name-only", Branch)).Split('\n');
        files.Count(file => file.StartsWith("jobs/", StringComparison.Ordinal) && file.EndsWith(".html", StringComparison.Ordinal)).ShouldBe(3);
        files.ShouldContain(".nojekyll");
        var index = await InOriginAsync("show", $"{Branch}:index.html");
        index.ShouldContain("first");
        index.ShouldContain("third");
        (await InOriginAsync("show", "--no-patch", "--format=%an", Branch)).ShouldBe("github-actions[bot]");
        action.Log.ShouldNotContain("the-token");
    }

    [Fact]
    public async Task The_same_result_makes_no_new_commit()
    {
        await GitAsync("init", "--quiet", "--bare", Origin);
        var action = Action();
        action.Measured = SampleJob.Of("only", ("batch", 1.0), ("multi-exec", 1.3));
        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);
        var before = await InOriginAsync("rev-parse", Branch);

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        (await InOriginAsync("rev-parse", Branch)).ShouldBe(before);
    }

    [Fact]
    public async Task A_slower_result_is_published_and_a_pull_request_is_not()
    {
        await GitAsync("init", "--quiet", "--bare", Origin);
        await File.WriteAllTextAsync(
            Path.Combine(Action().Workspace, "redisperf-base.json"),
            Core.Reporting.Exporters.JsonReport.Write(SampleJob.Of("base", ("batch", 1.0))), Ct);
        var slower = Action();
        slower.Measured = SampleJob.Of("slower", ("batch", 2.0));
        (await slower.RunAsync(Ct)).ShouldBe(3, slower.Log);
        (await InOriginAsync("show", $"{Branch}:index.html")).ShouldContain("slower");

        await using var github = new CommentServer();
        var pull = Action(pullRequest: 7, github.Address);
        pull.Measured = SampleJob.Of("pull request", ("batch", 1.0));
        (await pull.RunAsync(Ct)).ShouldBe(0, pull.Log);
        pull.Ended.ShouldNotContain(Publish);
    }

    [Fact]
    public async Task A_branch_that_is_not_a_site_is_not_replaced()
    {
        await GitAsync("init", "--quiet", "--bare", Origin);
        var work = Path.Combine(_folder.Path, "work");
        await GitAsync("clone", "--quiet", Origin, work);
        await File.WriteAllTextAsync(Path.Combine(work, "source.c"), "mine", Ct);
        await GitAsync("-C", work, "add", "--all");
        await GitAsync("-C", work, "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "Add the source");
        await GitAsync("-C", work, "push", "--quiet", "origin", $"HEAD:{Branch}");
        var action = Action();
        action.Measured = SampleJob.Of("only", ("batch", 1.0));

        (await action.RunAsync(Ct)).ShouldBe(2, action.Log);

        action.Log.ShouldContain("has files and no site.json");
        (await InOriginAsync("ls-tree", "-r", "--name-only", Branch)).ShouldBe("source.c");
    }

    private ActionRun Action(int? pullRequest = null, string api = "") => new(
        _folder.Path, ("command", Path.Combine(AppContext.BaseDirectory, "redisperf")), ("publish", Branch))
    { PullRequest = pullRequest, Api = api, Server = $"file://{Path.Combine(_folder.Path, "server")}" };

    private Task<string> InOriginAsync(params string[] arguments) => GitAsync(["-C", Origin, .. arguments]);

    private async Task<string> GitAsync(params string[] arguments)
    {
        var outcome = await ShellCommand.RunAsync("git", arguments, _folder.Path, new Dictionary<string, string?>(), Ct);
        outcome.ExitCode.ShouldBe(0, outcome.Error);
        return outcome.Output.Trim();
    }
}
