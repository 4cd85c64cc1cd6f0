using RedisPerf.Cli.Tests;
using RedisPerf.Cli.Tests.Plugins;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Proofs.Packaging;

/// <summary>The steps of <c>action.yml</c> that compare the builds of two commits, in a Git repository.</summary>
public sealed class ActionBuildsTests : IDisposable
{
    private const string Write = "await WriteAsync(database, work.Fields);";
    private const string Small = "insert --items 300 --payload-bytes 2000\n--runs 10 --target embedded";

    private readonly TestFolder _folder = new();

    public ActionBuildsTests() => ShellCommand.SkipWithout("bash", "curl", "git", "jq");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_slower_build_of_a_pull_request_fails_after_the_comment()
    {
        await using var github = new CommentServer();
        var action = new ActionRun(
            _folder.Path, ("command", Program), ("head-file", "out/My.dll"), ("build", "mkdir out\ncp source/*.dll out"), ("ab", Small))
        { PullRequest = 7, Api = github.Address };
        var source = Directory.CreateDirectory(Path.Combine(action.Workspace, "source")).FullName;
        await GitAsync(action, "init", "--quiet");
        PluginSource.Build(source, "My", PluginSource.Strategy("writer", Write));
        action.BaseCommit = await CommitAsync(action);
        // More than what a busy machine adds to a run.
        PluginSource.Build(source, "My", PluginSource.Strategy("writer", $"{Write} await Task.Delay(150);"));
        await CommitAsync(action);

        (await action.RunAsync(Ct)).ShouldBe(3, action.Log);

        action.Outputs["verdict"].ShouldBe("slower", action.Log);
        github.Comments.ShouldHaveSingleItem().ShouldContain("The head is slower with `my/writer`");
        github.Comments[0].Split('\n').Length.ShouldBeLessThanOrEqualTo(41);
        action.Summary.ShouldContain("### insert: base and head");
        action.Ended.ShouldNotContain(ActionRun.Measure);
        JsonReport.Read(await File.ReadAllTextAsync(Path.Combine(action.Workspace, action.Outputs["result"]), Ct)).Request.Clients
            .ShouldBe(["base", "head", "control"]);
    }

    [Fact]
    public async Task A_push_is_compared_with_the_commit_before_it_which_a_shallow_checkout_lacks()
    {
        ShellCommand.SkipWithout("redis-server");
        var origin = Directory.CreateDirectory(Path.Combine(_folder.Path, "origin")).FullName;
        var action = new ActionRun(
            _folder.Path, ("command", Program), ("head-file", "server"), ("base-file", "old/server"), ("fail-above", ""),
            ("build", "mkdir -p old; cp source.sh server; cp source.sh old/server; chmod +x server old/server"),
            ("ab", "insert -s hset --items 60 --payload-bytes 200 --runs 3 --warmups 0"));
        await GitAsync(action, "init", "--quiet", origin);
        await WriteSourceAsync(ShellCommand.Find("redis-server")!);
        action.BaseCommit = await CommitAsync(action, origin);
        await WriteSourceAsync(Path.Combine(AppContext.BaseDirectory, "garnet", "GarnetServer"));
        await CommitAsync(action, origin);
        await GitAsync(action, "clone", "--quiet", "--depth=1", $"file://{origin}", ".");

        (await action.RunAsync(Ct)).ShouldBe(0, action.Log);

        action.Outputs["verdict"].ShouldBe("passed");
        action.Summary.ShouldContain("servers: base Redis ");
        action.Summary.ShouldContain(", head Garnet ");

        Task WriteSourceAsync(string program) =>
            File.WriteAllTextAsync(Path.Combine(origin, "source.sh"), $"#!/bin/sh\nexec '{program}' \"$@\"\n", Ct);
    }

    [Theory]
    [InlineData("", "true", 2, "Set the input base-ref.")]
    [InlineData("HEAD", "echo broken; false", 1, "broken")]
    public async Task A_commit_that_cannot_be_built_ends_the_action(string commit, string build, int exitCode, string expected)
    {
        var action = new ActionRun(_folder.Path, ("command", Program), ("head-file", "server"), ("base-ref", commit), ("build", build));
        await GitAsync(action, "init", "--quiet");
        await CommitAsync(action);

        (await action.RunAsync(Ct)).ShouldBe(exitCode, action.Log);

        action.Ended[^1].ShouldBe("Build both commits");
        action.Log.ShouldContain(expected);
    }

    [Fact]
    public async Task A_build_without_the_file_cannot_be_compared()
    {
        var action = new ActionRun(_folder.Path, ("command", Program), ("head-file", "missing/My.dll"), ("base-ref", "HEAD"), ("build", "true"));
        await GitAsync(action, "init", "--quiet");
        await CommitAsync(action);

        (await action.RunAsync(Ct)).ShouldBe(2, action.Log);

        action.Outputs["verdict"].ShouldBe("not-comparable");
        action.Summary.ShouldContain("The builds could not be compared.");
        action.Log.ShouldContain("My.dll cannot be loaded");
    }

    private static string Program => Path.Combine(AppContext.BaseDirectory, "redisperf");

    private static async Task<string> CommitAsync(ActionRun action, string folder = ".")
    {
        await GitAsync(action, "-C", folder, "add", "--all");
        await GitAsync(action, "-C", folder, "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--allow-empty",
            "--message", "Change the source");
        return await GitAsync(action, "-C", folder, "rev-parse", "HEAD");
    }

    private static async Task<string> GitAsync(ActionRun action, params string[] arguments)
    {
        var outcome = await ShellCommand.RunAsync("git", arguments, action.Workspace, new Dictionary<string, string?>(), Ct);
        outcome.ExitCode.ShouldBe(0, outcome.Error);
        return outcome.Output.Trim();
    }
}
